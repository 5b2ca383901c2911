/// The REST door, `/api/…`: one class per kind of address. `openapi.json` describes all of them.
@NullMarked
package dev.parley.door.rest;

import org.jspecify.annotations.NullMarked;
