/// Models asked for advice: over their API where there is a key, else through their CLI, which may
/// look but not touch. For `work.agent` and `work.room`. Calls wait for the model.
@NullMarked
package dev.parley.work.advice;

import org.jspecify.annotations.NullMarked;
