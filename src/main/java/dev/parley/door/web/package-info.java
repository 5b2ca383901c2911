/// Serves the page, which `web/` is the source of, and its files. Seen by the wiring only; on the
/// threads of requests.
@NullMarked
package dev.parley.door.web;

import org.jspecify.annotations.NullMarked;
