package dev.parley.work.install;

import dev.parley.base.json.Json;
import dev.parley.work.install.ConfigText.BrokenText;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds the places of the members in a text of JSON with comments.
final class JsonScanner {
    private static final int DEEPEST = 200;

    private final String text;
    private int at;
    private int depth;

    private JsonScanner(String text) {
        this.text = text;
    }

    /// A value and where it stands.
    ///
    /// @param end the first character behind it
    record Value(int start, int end, boolean isObject, List<Member> members) {
        Optional<Member> find(String name) {
            return members.stream().filter(member -> member.name().equals(name)).findFirst();
        }

        Optional<Member> last() {
            return members.isEmpty() ? Optional.empty() : Optional.of(members.getLast());
        }

        Optional<Member> before(Member member) {
            var index = members.indexOf(member);
            return index > 0 ? Optional.of(members.get(index - 1)) : Optional.empty();
        }
    }

    /// @param start of its name
    record Member(String name, int start, Value value) {}

    /// @throws BrokenText when it is no object, or something is behind it
    static Value scan(String text) {
        var scanner = new JsonScanner(text);
        var value = scanner.value();
        scanner.skip();
        if (!value.isObject() || scanner.at < text.length()) {
            throw scanner.broken("it is not one JSON object");
        }
        return value;
    }

    static boolean hasNext(Value object, Member member) {
        return object.members().indexOf(member) < object.members().size() - 1;
    }

    /// Where the comma behind a value is.
    static int commaAfter(String text, int end) {
        var scanner = new JsonScanner(text);
        scanner.at = end;
        scanner.skip();
        return scanner.at;
    }

    /// Without comments and trailing commas.
    static String plain(String text) {
        var scanner = new JsonScanner(text);
        var plain = new StringBuilder();
        while (scanner.at < text.length()) {
            var start = scanner.at;
            scanner.skip();
            if (scanner.at > start) {
                plain.append(' ');
            } else if (text.charAt(start) == '"') {
                scanner.string();
                plain.append(text, start, scanner.at);
            } else {
                plain.append(text.charAt(scanner.at++));
            }
        }
        return plain.toString().replaceAll(",(\\s*[}\\]])", "$1");
    }

    private Value value() {
        skip();
        if (++depth > DEEPEST) {
            throw broken("it is too deep");
        }
        var start = at;
        var found =
                switch (peek()) {
                    case '{' -> object(start);
                    case '[' -> array(start);
                    case '"' -> {
                        string();
                        yield new Value(start, at, false, List.of());
                    }
                    default -> literal(start);
                };
        depth--;
        return found;
    }

    private Value object(int start) {
        at++;
        var members = new ArrayList<Member>();
        for (skip(); peek() != '}'; skip()) {
            var begin = at;
            var name = Json.parse(string()).orElseThrow().asString("");
            skip();
            expect(':');
            members.add(new Member(name, begin, value()));
            skip();
            if (peek() != '}') {
                expect(',');
            }
        }
        at++;
        return new Value(start, at, true, members);
    }

    private Value array(int start) {
        at++;
        for (skip(); peek() != ']'; skip()) {
            value();
            skip();
            if (peek() != ']') {
                expect(',');
            }
        }
        at++;
        return new Value(start, at, false, List.of());
    }

    private Value literal(int start) {
        while (at < text.length() && ",]} \t\r\n/".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        if (Json.parse(text.substring(start, at)).isEmpty()) {
            throw broken("there is something that is no JSON");
        }
        return new Value(start, at, false, List.of());
    }

    private String string() {
        var start = at;
        expect('"');
        while (peek() != '"') {
            at += peek() == '\\' ? 2 : 1;
        }
        at++;
        var string = text.substring(start, at);
        if (Json.parse(string).isEmpty()) {
            throw broken("there is a string that is no JSON");
        }
        return string;
    }

    /// White space and comments.
    private void skip() {
        while (at < text.length()) {
            if (Character.isWhitespace(text.charAt(at)) || text.charAt(at) == '\uFEFF') {
                at++;
            } else if (text.startsWith("//", at)) {
                var end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if (text.startsWith("/*", at)) {
                var end = text.indexOf("*/", at + 2);
                if (end < 0) {
                    throw broken("a comment does not end");
                }
                at = end + 2;
            } else {
                return;
            }
        }
    }

    private char peek() {
        if (at >= text.length()) {
            throw broken("it ends too early");
        }
        return text.charAt(at);
    }

    private void expect(char character) {
        if (peek() != character) {
            throw broken("'" + character + "' is missing");
        }
        at++;
    }

    private BrokenText broken(String why) {
        var line = text.substring(0, Math.min(at, text.length())).lines().count();
        return new BrokenText("line " + Math.max(1, line) + ": " + why);
    }
}
