/// What a person has set, and where each value comes from: `config.json` read and written key by
/// key, and the agent that is meant when none is named. For doors.
@NullMarked
package dev.parley.work.setting;

import org.jspecify.annotations.NullMarked;
