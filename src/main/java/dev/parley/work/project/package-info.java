/// The files and the past of a project, as those who ask about it may see them.
@NullMarked
package dev.parley.work.project;

import org.jspecify.annotations.NullMarked;
