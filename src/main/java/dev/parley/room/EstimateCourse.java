package dev.parley.room;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// `estimate`: everybody estimates without having seen the others, then all see all, and everybody
/// estimates once more.
final class EstimateCourse implements Course {
    static final String BLIND = "blind";
    static final String REVEALED = "revealed";

    private static final Pattern ESTIMATE =
            Pattern.compile(
                    "(?im)^[ \\t*_#>-]*estimate[\\s*_]*:[\\s*_]*(\\d+(?:[.,]\\d+)?)[ \\t]*([^\\n*]{0,40})");
    private static final String FORM =
            " Say in a few sentences why, and end with one line: ESTIMATE: number unit";

    private final List<String> agents;
    private final Map<String, String> first = new LinkedHashMap<>();
    private final Map<String, String> second = new LinkedHashMap<>();
    private int step;

    EstimateCourse(List<String> agents) {
        this.agents = agents;
    }

    @Override
    public Step next() {
        step++;
        return switch (step) {
            case 1 -> all(BLIND, "Estimate what is asked. You do not see the others yet." + FORM);
            case 2 ->
                    first.size() < 2
                            ? new Step.Over("There are too few estimates to compare.")
                            : all(
                                    REVEALED,
                                    "You see all estimates now. Estimate once more: say what changed"
                                            + " your mind, or why it did not change."
                                            + FORM);
            case 3 -> new Step.Note(result());
            default -> new Step.Over("Everybody has estimated twice.");
        };
    }

    private Step all(String phase, String cue) {
        return new Step.Speak(
                agents.stream().map(agent -> new Order(agent, phase, cue, true)).toList());
    }

    @Override
    public void heard(Answer answer) {
        estimate(answer.text())
                .ifPresent(said ->
                        (answer.phase().equals(BLIND) ? first : second).put(answer.agent(), said));
    }

    /// The last one, should there be several.
    static Optional<String> estimate(String text) {
        return ESTIMATE.matcher(text)
                .results()
                .map(found -> (found.group(1).replace(',', '.') + " " + found.group(2)).strip())
                .reduce((_, last) -> last);
    }

    private String result() {
        var last = new LinkedHashMap<>(first);
        last.putAll(second);
        var numbers =
                new ArrayList<>(
                        last.values().stream()
                                .map(said -> Double.valueOf(said.replaceFirst(" .*", "")))
                                .sorted()
                                .toList());
        var middle = numbers.size() / 2;
        var median =
                numbers.size() % 2 == 1
                        ? numbers.get(middle)
                        : (numbers.get(middle - 1) + numbers.get(middle)) / 2;
        return "Estimates: "
                + last.entrySet().stream()
                        .map(one ->
                                one.getKey()
                                        + " "
                                        + one.getValue()
                                        + (one.getValue().equals(first.get(one.getKey()))
                                                ? ""
                                                : " (first "
                                                        + first.getOrDefault(one.getKey(), "none")
                                                        + ")"))
                        .collect(Collectors.joining(", "))
                + ". Lowest "
                + plain(numbers.getFirst())
                + ", median "
                + plain(median)
                + ", highest "
                + plain(numbers.getLast())
                + ".";
    }

    private static String plain(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }
}
