package dev.parley.portable;

import dev.parley.base.json.Json;
import dev.parley.portable.PlainCall.Kind;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The tools of a CLI as a table: for most this is all there is to say. The first row of a kind is
/// how it is written, all are understood.
public record ToolTable(List<Row> rows) implements ToolNames {
    /// @param arguments what the CLI calls each argument
    /// @param always arguments that others do not have and this one must
    public record Row(
            Kind kind, String name, Map<String, String> arguments, Map<String, Object> always) {
        public Row {
            arguments = Map.copyOf(arguments);
            always = Map.copyOf(always);
        }

        public Row(Kind kind, String name, Map<String, String> arguments) {
            this(kind, name, arguments, Map.of());
        }
    }

    public ToolTable {
        rows = List.copyOf(rows);
    }

    public ToolTable(Row... rows) {
        this(List.of(rows));
    }

    @Override
    public Optional<PlainCall> plain(String name, JsonNode arguments) {
        return rows.stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .flatMap(row -> plain(row, arguments));
    }

    private static Optional<PlainCall> plain(Row row, JsonNode arguments) {
        var found = new HashMap<String, String>();
        row.arguments()
                .forEach((plain, theirs) -> {
                    var value = arguments.path(theirs);
                    if (value.isString()) {
                        found.put(plain, value.asString());
                    }
                });
        return found.keySet().containsAll(row.kind().needs())
                ? Optional.of(new PlainCall(row.kind(), found))
                : Optional.empty();
    }

    @Override
    public Native named(PlainCall call) {
        var row =
                rows.stream()
                        .filter(one -> one.kind() == call.kind())
                        .findFirst()
                        .orElseThrow(() -> new IllegalStateException("No tool for " + call.kind()));
        var arguments = Json.object();
        // In one order: what is written twice is the same twice.
        row.arguments().keySet().stream()
                .sorted()
                .filter(call::has)
                .forEach(name ->
                        arguments.put(
                                row.arguments().getOrDefault(name, name), call.argument(name)));
        row.always().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(one -> put(arguments, one.getKey(), one.getValue()));
        return new Native(row.name(), arguments);
    }

    private static void put(ObjectNode arguments, String name, Object value) {
        if (value instanceof Boolean flag) {
            arguments.put(name, flag);
        } else {
            arguments.put(name, String.valueOf(value));
        }
    }
}
