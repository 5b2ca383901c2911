package dev.parley.door.cli.server;

import dev.parley.base.problem.Problem;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.http.Doors;
import dev.parley.door.lan.NetworkIdentity;
import dev.parley.door.lan.NetworkNames;

import java.time.Clock;

/// `parley up --lan`: what a server on the local network needs, and what it shows.
final class UpForNetwork {
    private final Console console;
    private final Doors doors;
    private final NetworkNames names;
    private final NetworkIdentity identity;

    /// Before the server is started.
    ///
    /// @param port of the loopback address; the network has the next one
    UpForNetwork(Program app, Console console, Doors doors, int port) {
        this.console = console;
        this.doors = doors;
        names = NetworkNames.here();
        if (names.addresses().isEmpty()) {
            throw Problem.invalid(
                    "This machine has no address on a local network.",
                    "Connect it first, or leave --lan out.");
        }
        identity =
                NetworkIdentity.in(
                        app.directories().networkKeyFile(), names.all(), Clock.systemUTC());
        doors.server().openToNetwork(port == 0 ? 0 : port + 1, identity.context());
    }

    /// When it listens.
    void show() {
        var gate = doors.gate();
        var address =
                "https://"
                        + names.addresses().getFirst()
                        + ":"
                        + doors.server().networkPort().orElseThrow();
        gate.openToNetwork(address, names.all());
        console.println("");
        DevicesCommand.print(console, address, gate.newPairing(), address + gate.newLink());
        console.println(
                "Parley signed its certificate itself, so the device warns once. It begins with");
        console.println("  " + identity.fingerprint());
        console.out().flush();
    }
}
