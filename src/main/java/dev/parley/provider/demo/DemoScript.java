package dev.parley.provider.demo;

import dev.parley.event.OwnWords;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What the demo agent does for a prompt, decided by the words in it. Always the same for the same
/// turn, and it does nothing itself: [DemoPlayer] plays it.
record DemoScript(List<DemoStep> steps) {
    static final String FILE = "parley-demo.txt";
    static final String UNKNOWN_LINE =
            "{\"type\":\"demo.riddle\",\"text\":\"A line nobody knows.\"}";
    static final int CRASH_EXIT = 3;

    private static final int MOST_FILES = 20;
    private static final int SLOW_PIECES = 20;
    private static final int PIECES = 8;
    private static final BigDecimal LONGEST_SLEEP = BigDecimal.valueOf(3600);
    private static final Pattern WORD = Pattern.compile("[\\p{L}_]+");
    private static final Pattern SLEEP =
            Pattern.compile("\\bsleep\\s+(\\d+(?:\\.\\d+)?)", Pattern.CASE_INSENSITIVE);

    DemoScript {
        steps = List.copyOf(steps);
    }

    /// The order is always the same: think, tools, permission, tickets, the unknown line, sleep,
    /// answer.
    static DemoScript of(DemoTurn whole) {
        var told = DemoRoom.in(whole.prompt());
        var room = told.filter(DemoRoom::isFree);
        var turn = room.map(in -> whole.asking(in.said())).orElse(whole);
        // A report of tickets asks for none, and neither do other agents.
        var asked = OwnWords.unreported(told.map(DemoRoom::said).orElse(turn.prompt()));
        var words = words(asked);
        var steps = new ArrayList<DemoStep>();
        if (!words.contains("brief")) {
            DemoText.thoughts(words.contains("think"))
                    .forEach(thought -> steps.add(new DemoStep.Think(thought)));
        }
        if (words.contains("tool")) {
            steps.add(new DemoStep.Use(new DemoTool.ListFiles(callId(turn, 1), MOST_FILES)));
        }
        if (words.contains("permission") || words.contains("edit")) {
            steps.add(
                    new DemoStep.Use(
                            new DemoTool.WriteFile(callId(turn, 2), FILE, DemoText.file(turn))));
        }
        if (words.contains("ticket") || words.contains("tickets")) {
            steps.add(
                    new DemoStep.Use(
                            new DemoTool.ProposeTickets(callId(turn, 3), DemoTickets.TITLES)));
        }
        if (words.contains("unknown")) {
            steps.add(new DemoStep.Babble(UNKNOWN_LINE));
        }
        var sleep = SLEEP.matcher(asked);
        if (sleep.find()) {
            steps.add(new DemoStep.Wait(seconds(sleep.group(1))));
        }
        steps.addAll(answer(turn, room, words));
        return new DemoScript(steps);
    }

    private static List<DemoStep> answer(
            DemoTurn turn, Optional<DemoRoom> room, Set<String> words) {
        var isSlow = words.contains("slow");
        var text =
                room.map(DemoRoom::answer)
                        .orElseGet(() ->
                                words.contains("brief")
                                        ? DemoText.brief(turn)
                                        : DemoText.answer(turn, words.contains("long")));
        var pieces = answerPieces(text, words);
        if (words.contains("crash")) {
            return Stream.concat(
                            said(pieces.subList(0, pieces.size() / 2), isSlow, turn.pause()),
                            Stream.of(
                                    new DemoStep.Crash(
                                            CRASH_EXIT, "The demo agent crashed, as you asked.")))
                    .toList();
        }
        return words.contains("error")
                ? List.of(new DemoStep.Fail("The demo agent failed, as you asked.", "demo_error"))
                : said(pieces, isSlow, turn.pause()).toList();
    }

    private static List<String> answerPieces(String text, Set<String> words) {
        if (words.contains("slow")) {
            return pieces(text, SLOW_PIECES);
        }
        if (words.contains("long")) {
            return lines(text);
        }
        return pieces(text, words.contains("brief") ? 1 : PIECES);
    }

    private static Stream<DemoStep> said(List<String> pieces, boolean isSlow, Duration pause) {
        return pieces.stream()
                .flatMap(piece ->
                        isSlow
                                ? Stream.of(new DemoStep.Wait(pause), new DemoStep.Say(piece))
                                : Stream.of(new DemoStep.Say(piece)));
    }

    /// Whole words only: a prompt about a toolbox calls no tool.
    private static Set<String> words(String prompt) {
        return WORD.matcher(prompt.toLowerCase(Locale.ROOT))
                .results()
                .map(word -> word.group())
                .collect(Collectors.toSet());
    }

    private static Duration seconds(String number) {
        return Duration.ofMillis(
                new BigDecimal(number).min(LONGEST_SLEEP).movePointRight(3).longValue());
    }

    private static String callId(DemoTurn turn, int tool) {
        return "call-" + turn.number() + "-" + tool;
    }

    private static List<String> lines(String text) {
        return List.of(text.split("(?<=\n)", -1));
    }

    /// Cuts behind blanks into `count` pieces, or fewer where there are not that many words.
    private static List<String> pieces(String text, int count) {
        var words = text.split("(?<=\\s)(?=\\S)", -1);
        var pieces = new ArrayList<String>();
        for (var piece = 0; piece < count; piece++) {
            var from = words.length * piece / count;
            var to = words.length * (piece + 1) / count;
            if (from < to) {
                pieces.add(String.join("", List.of(words).subList(from, to)));
            }
        }
        return pieces;
    }
}
