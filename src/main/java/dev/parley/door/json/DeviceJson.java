package dev.parley.door.json;

import dev.parley.api.Device;
import dev.parley.base.json.Json;

import tools.jackson.databind.node.ObjectNode;

/// A browser that was let in, as the doors send it.
public final class DeviceJson {
    private DeviceJson() {}

    public static ObjectNode of(Device device) {
        return Json.object()
                .put("id", device.id())
                .put("name", device.name())
                .put("created", device.created().toString())
                .put("lastSeen", device.lastSeen().toString())
                .put("isRemote", device.isRemote());
    }
}
