/// What Parley keeps on disk, as a person asks about it: how much there is, what may go, a copy.
/// For doors.
@NullMarked
package dev.parley.work.kept;

import org.jspecify.annotations.NullMarked;
