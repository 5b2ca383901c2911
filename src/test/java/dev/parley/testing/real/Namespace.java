package dev.parley.testing.real;

import java.net.NetworkInterface;
import java.net.SocketException;

/// The network this JVM lives in. `scripts/offline` puts the whole JVM into one that has only the
/// loopback; the model and the CLIs have to share it, so it cannot be done for a CLI alone.
public final class Namespace {
    private Namespace() {}

    public static boolean isLoopbackOnly() {
        try {
            for (var network : NetworkInterface.networkInterfaces().toList()) {
                if (network.isUp() && !network.isLoopback()) {
                    return false;
                }
            }
            return true;
        } catch (SocketException e) {
            return false;
        }
    }
}
