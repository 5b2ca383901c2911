@NullMarked
package dev.parley.provider.kimi;

import org.jspecify.annotations.NullMarked;
