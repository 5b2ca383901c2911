/// What a second device needs: a certificate of our own, the names of this machine on its network,
/// and a QR code for a terminal. Only the command line and the wiring see it; no threads, no state.
@NullMarked
package dev.parley.door.lan;

import org.jspecify.annotations.NullMarked;
