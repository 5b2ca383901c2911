package dev.parley.provider.acp;

import dev.parley.provider.AcpOptions;
import dev.parley.provider.LiveTools;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.WireFormat;
import dev.parley.wire.LiveDialect;

import java.util.HashMap;
import java.util.Objects;

/// The Agent Client Protocol, for every profile that names it.
public final class Acp {
    public static final WireFormat FORMAT =
            new WireFormat("ACP", Acp::newDialect, WireFormat.ToolDelivery.SERVER);

    private Acp() {}

    private static LiveDialect newDialect(ProviderProfile.Live live) {
        var permissions = new HashMap<String, String>();
        live.permissions()
                .forEach((permission, mode) -> {
                    var id = mode.settings().get("mode");
                    if (id != null) {
                        permissions.put(id, permission.wireName());
                    }
                });
        return new AcpDialect(
                Objects.requireNonNullElse(live.acp(), AcpOptions.NONE),
                permissions,
                !live.options().system().isEmpty(),
                live.toolServer().orElse(LiveTools.UNKNOWN));
    }
}
