/// Live conversations. One virtual thread owns each session and takes everything that concerns it
/// from one inbox; processes are kept warm in a pool. `work` sees `Sessions`; the rest is for this
/// package.
@NullMarked
package dev.parley.session;

import org.jspecify.annotations.NullMarked;
