/// One call of a program at the OpenAI door, from its messages to its answer: what it asks for,
/// which agent in which directory, the functions of the client, what becomes of new files. Doors
/// see `Calls` and its values; a call waits on the thread of its request.
@NullMarked
package dev.parley.work.call;

import org.jspecify.annotations.NullMarked;
