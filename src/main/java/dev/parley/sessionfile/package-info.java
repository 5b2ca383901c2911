/// How sessions lie in the CLIs' files, whatever the CLI: lines, documents, databases, and the
/// scanners that read them fast. It never writes. Providers build their readers on it, `history`
/// reads through it.
@NullMarked
package dev.parley.sessionfile;

import org.jspecify.annotations.NullMarked;
