/// Who works for whom: how deep agents may ask agents, what they may do, and what that may cost.
/// For the verbs in `work` and those doors by which agents come in. Any thread.
@NullMarked
package dev.parley.work.chain;

import org.jspecify.annotations.NullMarked;
