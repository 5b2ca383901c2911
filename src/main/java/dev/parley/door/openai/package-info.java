/// The OpenAI-compatible door: `/v1/chat/completions`, `/v1/responses` and `/v1/models`. It
/// translates between OpenAI's formats and a call of `work`. Problems are answered in OpenAI's
/// form. Seen by the wiring only; each request has a virtual thread.
@NullMarked
package dev.parley.door.openai;

import org.jspecify.annotations.NullMarked;
