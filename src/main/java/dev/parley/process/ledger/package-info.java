/// Which children there are, on disk and by marks they cannot lose, and how to end what was left
/// behind. Others see `ProcessIdentity` only.
@NullMarked
package dev.parley.process.ledger;

import org.jspecify.annotations.NullMarked;
