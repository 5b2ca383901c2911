package dev.parley.door.rest;

import dev.parley.api.Device;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.door.http.Gate;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.door.json.DeviceJson;
import dev.parley.door.json.Messages;
import dev.parley.work.access.Devices;

import org.jspecify.annotations.Nullable;

/// `/api/devices`: the browsers that were let in, here and on other machines.
public final class DeviceRoutes {
    private static final String BODY = "The body";

    private final Devices devices;
    private final Gate gate;

    public DeviceRoutes(Devices devices, Gate gate) {
        this.devices = devices;
        this.gate = gate;
    }

    private record Renamed(@Nullable String name) {}

    public void register(Routes routes) {
        routes.get("/api/devices", this::list);
        routes.post("/api/devices/pair", _ -> pair());
        routes.post("/api/devices/{id}/rename", this::rename);
        routes.post("/api/devices/{id}/revoke", this::revoke);
    }

    private Response list(Request request) {
        var here = Gate.shownCookie(request).flatMap(devices::find).map(Device::id).orElse("");
        var json = Json.object();
        var list = json.putArray("devices");
        devices.all()
                .forEach(one -> list.add(DeviceJson.of(one).put("isThis", one.id().equals(here))));
        gate.networkAddress().ifPresent(address -> json.put("address", address));
        return Response.json(json);
    }

    private Response pair() {
        var address =
                gate.networkAddress()
                        .orElseThrow(() ->
                                Problem.invalid(
                                        "Parley is not open to other devices.",
                                        "Start it with: parley up --lan"));
        return Response.json(
                201,
                Json.object()
                        .put("address", address)
                        .put("code", gate.newPairing())
                        .put("link", address + gate.newLink()));
    }

    private Response rename(Request request) {
        var body = Messages.read(Messages.object(request.body(), BODY), BODY, Renamed.class);
        devices.rename(id(request), Messages.required(body.name(), "name", BODY));
        return list(request);
    }

    private Response revoke(Request request) {
        devices.revoke(id(request));
        return list(request);
    }

    private static String id(Request request) {
        return request.parameters().getOrDefault("id", "");
    }
}
