/// The one list of the CLIs that ship with Parley. It sees their folders; nobody below does.
@NullMarked
package dev.parley.provider.builtin;

import org.jspecify.annotations.NullMarked;
