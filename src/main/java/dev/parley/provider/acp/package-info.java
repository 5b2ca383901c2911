@NullMarked
package dev.parley.provider.acp;

import org.jspecify.annotations.NullMarked;
