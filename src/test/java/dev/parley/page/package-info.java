/// The page in a real browser. Journeys are in `web/e2e`.
package dev.parley.page;
