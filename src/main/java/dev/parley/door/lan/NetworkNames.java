package dev.parley.door.lan;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The addresses and names of this machine on its network.
///
/// @param addresses of IPv4, the most likely one first
public record NetworkNames(List<String> addresses, Set<String> all) {
    public NetworkNames {
        addresses = List.copyOf(addresses);
        all = Set.copyOf(all);
    }

    public static NetworkNames here() {
        var addresses = new ArrayList<String>();
        try {
            for (var card : NetworkInterface.networkInterfaces().toList()) {
                if (card.isUp() && !card.isLoopback() && !card.isVirtual()) {
                    card.inetAddresses()
                            .filter(Inet4Address.class::isInstance)
                            .map(InetAddress::getHostAddress)
                            .forEach(addresses::add);
                }
            }
        } catch (SocketException _) {
            // a machine without a network has none
        }
        var all = new LinkedHashSet<String>(addresses);
        hostName()
                .ifPresent(name -> {
                    all.add(name);
                    all.add(name + ".local");
                });
        return new NetworkNames(addresses, all);
    }

    private static Optional<String> hostName() {
        try {
            var name = InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
            return name.matches("[a-z0-9-]{1,63}") && !name.equals("localhost")
                    ? Optional.of(name)
                    : Optional.empty();
        } catch (UnknownHostException _) {
            return Optional.empty();
        }
    }
}
