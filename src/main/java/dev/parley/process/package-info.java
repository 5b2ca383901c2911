/// Children of Parley: started, fed, read and ended, so that none outlives its owner. Only this
/// package calls the operating system. On Linux one thread waits for all pipes; whoever listens is
/// called on a virtual thread.
@NullMarked
package dev.parley.process;

import org.jspecify.annotations.NullMarked;
