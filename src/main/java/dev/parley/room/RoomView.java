package dev.parley.room;

import dev.parley.api.Room;
import dev.parley.api.RoomMessage;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/// What an agent is told for one turn: the conversation since its own last turn, each message under
/// its author's name. The newest messages are whole, as far as they fit; of older ones there is a
/// summary. What is said is indented, so that nobody can speak under the name of another.
///
/// @param text for its prompt
/// @param pictured the numbers of the messages whose pictures go with it
/// @param shown how many messages it has
/// @param leftOut how many it only sums up
public record RoomView(String text, List<Long> pictured, int shown, int leftOut) {
    private static final int MOST_QUOTED = 8;
    private static final int LONGEST_QUOTE = 80;
    private static final int MOST_IMAGES = 8;

    public RoomView {
        pictured = List.copyOf(pictured);
    }

    /// @param messages what came after its last turn, the oldest first
    /// @param isNew it has no thread yet: what it said itself is told, too
    public static RoomView of(Room room, String agent, List<RoomMessage> messages, boolean isNew) {
        return of(messages, agent, isNew, room.limits().viewTokens());
    }

    static RoomView of(List<RoomMessage> messages, String agent, boolean isNew, int tokens) {
        var told =
                messages.stream()
                        .filter(message ->
                                switch (message.kind()) {
                                    case PERSON -> true;
                                    case AGENT -> isNew || !message.author().equals(agent);
                                    case PASS, NOTE -> false;
                                })
                        .toList();
        var question = lastOfPeople(told);
        Deque<String> shown = new ArrayDeque<>();
        var pictured = new ArrayList<Long>();
        var pictures = 0;
        var left = tokens;
        var at = told.size();
        while (at > 0) {
            var message = told.get(at - 1);
            // What all of it is about is cut, never left out; a diff may be long.
            var isQuestion = at - 1 == question;
            var most = isQuestion ? Math.max(left, tokens * 4) : left;
            var text =
                    labelled(
                            message,
                            agent,
                            isQuestion || shown.isEmpty() ? most : Integer.MAX_VALUE);
            var size = Tokens.about(text);
            if (!isQuestion && !shown.isEmpty() && size > left) {
                break;
            }
            left -= Math.min(left, size);
            shown.addFirst(text);
            if (!message.images().isEmpty() && pictures + message.images().size() <= MOST_IMAGES) {
                pictures += message.images().size();
                pictured.addFirst(message.number());
            }
            at--;
        }
        var omitted = new ArrayList<>(told.subList(0, at));
        if (question >= 0 && question < at) {
            shown.addFirst(labelled(told.get(question), agent, tokens * 4));
            if (!told.get(question).images().isEmpty()) {
                pictured.addFirst(told.get(question).number());
            }
            omitted.remove(question);
        }
        var text =
                (omitted.isEmpty() ? "" : summary(omitted) + "\n\n") + String.join("\n\n", shown);
        return new RoomView(text, pictured, shown.size(), omitted.size());
    }

    private static int lastOfPeople(List<RoomMessage> told) {
        for (var at = told.size() - 1; at >= 0; at--) {
            if (told.get(at).kind() == RoomMessage.Kind.PERSON) {
                return at;
            }
        }
        return -1;
    }

    private static String labelled(RoomMessage message, String agent, int tokens) {
        var who =
                message.author().equals(agent) && message.kind() == RoomMessage.Kind.AGENT
                        ? " (you)"
                        : message.kind() == RoomMessage.Kind.PERSON ? " (person)" : " (agent)";
        var whole = message.text().strip();
        var text =
                Tokens.about(whole) <= tokens ? whole : Tokens.first(whole, tokens) + "\n[… cut]";
        return "#"
                + message.number()
                + " "
                + message.author()
                + who
                + ":"
                + (message.images().isEmpty() ? "" : " [" + pictures(message.images().size()) + "]")
                + "\n"
                + indented(text);
    }

    private static String pictures(int number) {
        return number == 1 ? "1 picture" : number + " pictures";
    }

    private static String indented(String text) {
        return text.lines().map(line -> "  " + line).collect(Collectors.joining("\n"));
    }

    private static String summary(List<RoomMessage> omitted) {
        var counts = new LinkedHashMap<String, Integer>();
        omitted.forEach(message -> counts.merge(message.author(), 1, Integer::sum));
        var quoted =
                omitted.stream()
                        .filter(message -> message.kind() == RoomMessage.Kind.PERSON)
                        .toList();
        var some = quoted.isEmpty() ? omitted : quoted;
        return "["
                + omitted.size()
                + " earlier messages, #"
                + omitted.getFirst().number()
                + " to #"
                + omitted.getLast().number()
                + ", are left out here: "
                + counts.entrySet().stream()
                        .limit(MOST_QUOTED)
                        .map(one -> one.getKey() + " wrote " + one.getValue())
                        .collect(Collectors.joining(", "))
                + (counts.size() > MOST_QUOTED ? ", and others" : "")
                + ". How they began:\n"
                + some.subList(Math.max(0, some.size() - MOST_QUOTED), some.size()).stream()
                        .map(message ->
                                "  #"
                                        + message.number()
                                        + " "
                                        + message.author()
                                        + ": "
                                        + beginning(message.text()))
                        .collect(Collectors.joining("\n"))
                + "]";
    }

    private static String beginning(String text) {
        var flat = text.replaceAll("\\s+", " ").strip();
        return flat.length() <= LONGEST_QUOTE ? flat : flat.substring(0, LONGEST_QUOTE) + "…";
    }
}
