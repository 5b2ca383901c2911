/// The HTTP server every other HTTP door hangs on: Jetty behind a small interface of ours. `Gate`
/// checks host, origin and credentials before a route sees a request. Handlers run on virtual
/// threads; no other package imports Jetty.
@NullMarked
package dev.parley.door.http;

import org.jspecify.annotations.NullMarked;
