/// The REST door, `/api/…`: one class per kind of address. `openapi.json` describes all of them.
/// Seen by the wiring only; each request has a virtual thread.
@NullMarked
package dev.parley.door.rest;

import org.jspecify.annotations.NullMarked;
