package dev.parley.door.json;

import dev.parley.api.Agent;
import dev.parley.api.AgentInfo;
import dev.parley.api.Finding;
import dev.parley.api.Room;
import dev.parley.api.RoomDetails;
import dev.parley.api.RoomEvent;
import dev.parley.api.RoomMember;
import dev.parley.api.RoomMessage;
import dev.parley.api.RoomTemplate;
import dev.parley.base.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Collection;
import java.util.function.Function;

/// Rooms, agents and what happens in rooms, as the doors send and receive them.
public final class RoomJson {
    private RoomJson() {}

    public static ObjectNode of(Room room) {
        return tree(room);
    }

    public static ObjectNode of(RoomDetails details) {
        var json = of(details.room());
        return json.set("members", list(details.members(), RoomJson::of));
    }

    public static ObjectNode of(RoomMember member) {
        return tree(member);
    }

    public static ObjectNode of(RoomMessage message) {
        return tree(message);
    }

    public static ObjectNode of(AgentInfo info) {
        return tree(info.agent()).put("source", info.source());
    }

    public static ObjectNode of(RoomTemplate template) {
        return tree(template);
    }

    public static ObjectNode of(Finding finding) {
        return tree(finding)
                .put("status", finding.status().wireName())
                .put("place", finding.place());
    }

    public static ObjectNode of(RoomEvent event) {
        return switch (event) {
            case RoomEvent.Posted(var message) -> typed("message").set("message", of(message));
            case RoomEvent.Changed(var room) -> typed("room").set("room", of(room));
            case RoomEvent.Found(var findings) ->
                    typed("findings").set("findings", list(findings, RoomJson::of));
            case RoomEvent.Member member -> typed("member").setAll(tree(member));
            case RoomEvent.Piece piece -> typed("delta").setAll(tree(piece));
            case RoomEvent.Thought thought -> typed("thinking").setAll(tree(thought));
            case RoomEvent.ToolCalled call -> typed("tool.call").setAll(tree(call));
            case RoomEvent.ToolReturned result ->
                    typed("tool.result").setAll(tree(result)).put("isError", result.isError());
        };
    }

    public static <T> ArrayNode list(Collection<T> values, Function<T, ObjectNode> form) {
        var list = Json.array();
        values.forEach(value -> list.add(form.apply(value)));
        return list;
    }

    /// An agent without its name: that is in the address.
    public static Agent agent(String name, ObjectNode json, String what) {
        json.put("name", name);
        if (!json.has("instructions")) {
            json.put("instructions", "");
        }
        return Messages.read(json, what, Agent.class);
    }

    private static ObjectNode typed(String type) {
        return Json.object().put("type", type);
    }

    private static ObjectNode tree(Object value) {
        JsonNode json = Json.tree(value);
        return (ObjectNode) json;
    }
}
