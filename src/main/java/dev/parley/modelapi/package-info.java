/// Models asked over their own APIs, without a CLI: what an API is called and where it is, one
/// question, one answer. Streams inside, retries what passes, and says what went wrong in the API's
/// own words. For `work`. A question blocks its thread until the answer ends.
@NullMarked
package dev.parley.modelapi;

import org.jspecify.annotations.NullMarked;
