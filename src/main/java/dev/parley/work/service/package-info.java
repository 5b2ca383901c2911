/// Parley on a machine for longer than a command: a server in the background or as a service of the
/// system, and how everything of Parley's goes again. For doors.
@NullMarked
package dev.parley.work.service;

import org.jspecify.annotations.NullMarked;
