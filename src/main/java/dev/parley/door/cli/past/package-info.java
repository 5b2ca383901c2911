/// Stored sessions: `parley sessions`, `search`, `show`, `resume`, `usage`, `index`, and bringing
/// them elsewhere (`move`, `export`, `import`).
@NullMarked
package dev.parley.door.cli.past;

import org.jspecify.annotations.NullMarked;
