package dev.parley.room;

import java.util.ArrayList;
import java.util.List;

/// `debate`: one argues for, one against, in turn; a third judges. Both open, whatever they think
/// of it; after that the debate ends early when both pass in the same round. The judge speaks in
/// any case.
final class DebateCourse implements Course {
    static final String OPENING = "opening";
    static final String REPLY = "reply";
    static final String JUDGEMENT = "judgement";

    private final List<String> sides;
    private final List<String> judges;
    private final int replies;
    private final List<Answer.Kind> thisRound = new ArrayList<>();
    private int round;
    private int at;
    private final SmallTalk talk;
    private boolean isArgued;

    /// @param proposal what a person wrote
    DebateCourse(List<String> agents, String proposal, int replies) {
        talk = new SmallTalk(proposal);
        sides = agents.subList(0, Math.min(2, agents.size()));
        judges = agents.size() > 2 ? agents.subList(2, 3) : List.of();
        this.replies = replies;
    }

    @Override
    public Step next() {
        if (!isArgued && at == sides.size()) {
            var isQuiet = thisRound.stream().noneMatch(kind -> kind == Answer.Kind.SAID);
            isArgued = round >= replies || (round > 0 && isQuiet);
            round++;
            at = 0;
            thisRound.clear();
        }
        if (!isArgued) {
            var side = at == 0 ? "for" : "against";
            var order =
                    round == 0
                            ? new Order(
                                    sides.get(at),
                                    OPENING,
                                    "You argue "
                                            + side
                                            + " what is proposed, whatever you think of it. Open with"
                                            + " your strongest arguments. Do not pass.",
                                    true)
                            : new Order(
                                    sides.get(at),
                                    REPLY,
                                    "You argue "
                                            + side
                                            + ". Answer the other side, and concede what is right.",
                                    true);
            at++;
            return new Step.Speak(List.of(order));
        }
        if (at < judges.size()) {
            at++;
            return new Step.Speak(
                    List.of(
                            new Order(
                                    judges.getFirst(),
                                    JUDGEMENT,
                                    "Both sides have spoken. You judge: say what is settled, what is"
                                            + " not, what you decide and why. Do not pass.",
                                    true)));
        }
        return new Step.Over("The debate is over.");
    }

    @Override
    public void heard(Answer answer) {
        thisRound.add(
                answer.kind() == Answer.Kind.SAID && !talk.isNews(answer)
                        ? Answer.Kind.PASSED
                        : answer.kind());
    }
}
