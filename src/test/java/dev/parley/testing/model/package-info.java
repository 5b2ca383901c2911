/// A scripted model server for tests: one script, four model APIs, no network but the loopback.
package dev.parley.testing.model;
