package dev.parley.room;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// `free`: those who were mentioned, then the others in turn order, then rounds of follow-ups. It
/// is over when everybody was asked since the last thing that was said and had nothing to add. Who
/// said that last thing is not asked about it.
final class FreeCourse implements Course {
    static final String PHASE = "answer";

    private static final String CUE = "It is your turn.";
    private static final String CALLED = "You were mentioned. It is your turn.";

    private final List<String> agents;
    private final List<String> mentioned;
    private final int followUps;
    private final Deque<String> queue = new ArrayDeque<>();
    private final Set<String> quiet = new HashSet<>();
    private final SmallTalk talk;
    private int round;

    /// @param question what a person wrote
    FreeCourse(List<String> agents, String question, int followUps) {
        this.agents = agents;
        mentioned = Mentions.in(question, agents);
        talk = new SmallTalk(question);
        this.followUps = followUps;
        var first = new ArrayList<>(mentioned);
        agents.stream().filter(agent -> !mentioned.contains(agent)).forEach(first::add);
        queue.addAll(first);
    }

    @Override
    public Step next() {
        while (true) {
            if (quiet.containsAll(agents)) {
                return new Step.Over("Nobody has anything to add.");
            }
            if (queue.isEmpty()) {
                if (round >= followUps) {
                    return new Step.Over(
                            switch (followUps) {
                                case 0 -> "Everybody has had a turn.";
                                case 1 -> "The follow-up round is over.";
                                default -> "The " + followUps + " follow-up rounds are over.";
                            });
                }
                round++;
                queue.addAll(agents);
            }
            var agent = queue.remove();
            if (!quiet.contains(agent)) {
                var cue = round == 0 && mentioned.contains(agent) ? CALLED : CUE;
                return new Step.Speak(List.of(new Order(agent, PHASE, cue, true)));
            }
        }
    }

    @Override
    public void heard(Answer answer) {
        if (talk.isNews(answer)) {
            quiet.clear();
        }
        quiet.add(answer.agent());
    }
}
