package dev.parley.room;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A room without people: several models think about one question. They discuss it in turn, or
/// answer it blind and judge each other; one writes the result, and all look at it. One who fails
/// is out.
public final class ThinkCourse implements Course {
    private enum At {
        TALK,
        JUDGE,
        WRITE,
        LOOK
    }

    /// What is to be thought about, and how.
    ///
    /// @param question with everything that belongs to it
    /// @param isBlind they answer by themselves and then judge each other; otherwise they discuss
    /// @param turns how many contributions a discussion has, of all together
    /// @param writer who writes the result; absent: the first of them
    /// @param rounds how often they look at the result at most
    /// @param format what the result shall look like, in words
    public record Task(
            List<String> models,
            String question,
            boolean isBlind,
            int turns,
            Optional<String> writer,
            int rounds,
            Optional<String> format) {
        public Task {
            models = List.copyOf(models);
        }
    }

    private final Task task;
    private final List<String> present;
    private final List<Answer> said = new ArrayList<>();
    private final List<Answer> objections = new ArrayList<>();
    private List<Answer> material = List.of();
    private Optional<Answer> result = Optional.empty();
    private Optional<Answer> refused = Optional.empty();
    private Optional<Boolean> isAgreed = Optional.empty();
    private At at = At.TALK;
    private int turn;
    private int speaker;
    private int round;
    private int votes;
    private boolean isLookedAt;
    private boolean isWriterAsked;

    public ThinkCourse(Task task) {
        this.task = task;
        present = new ArrayList<>(task.models());
    }

    /// What they came to; absent when nobody could say or write anything.
    public Optional<Answer> result() {
        return result.or(() -> refused);
    }

    /// Whether all who looked at the result last agreed; absent if nobody looked.
    public Optional<Boolean> isAgreed() {
        return isAgreed;
    }

    /// What those who did not agree said.
    public List<Answer> objections() {
        return List.copyOf(objections);
    }

    /// What the one who takes a turn is told to be.
    public String role(Order order) {
        return ThinkText.role(order.phase(), task);
    }

    @Override
    public Step next() {
        while (true) {
            var step =
                    switch (at) {
                        case TALK -> talk();
                        case JUDGE -> judge();
                        case WRITE -> write();
                        case LOOK -> look();
                    };
            if (step.isPresent()) {
                return step.get();
            }
        }
    }

    private Optional<Step> talk() {
        if (task.isBlind()) {
            at = At.JUDGE;
            return all(ThinkText.ANSWER, task.question());
        }
        if (turn < task.turns() && !present.isEmpty()) {
            turn++;
            speaker %= present.size();
            return one(present.get(speaker), ThinkText.DISCUSSION, ThinkText.turn(task, said));
        }
        at = At.WRITE;
        return Optional.empty();
    }

    private Optional<Step> judge() {
        at = At.WRITE;
        return said.size() < 2
                ? Optional.empty() // nobody to judge
                : Optional.of(
                        new Step.Speak(
                                present.stream()
                                        .map(model ->
                                                order(
                                                        model,
                                                        ThinkText.REVIEW,
                                                        ThinkText.judging(task, said, model)))
                                        .toList()));
    }

    /// One who cannot write it is skipped; then another does.
    private Optional<Step> write() {
        if (said.isEmpty()) {
            return Optional.of(new Step.Over("Nobody could take part."));
        }
        if (result.isPresent()) {
            at = At.LOOK;
            return Optional.empty();
        }
        if (material.isEmpty()) {
            material = List.copyOf(said);
        }
        var cue = ThinkText.writing(task, material, refused, objections);
        if (task.writer().isPresent() && !isWriterAsked) {
            isWriterAsked = true;
            return one(task.writer().get(), ThinkText.SYNTHESIS, cue);
        }
        return present.isEmpty()
                ? Optional.of(new Step.Over("Nobody could write the result."))
                : one(present.getFirst(), ThinkText.SYNTHESIS, cue);
    }

    private Optional<Step> look() {
        if (isLookedAt) {
            isLookedAt = false;
            isAgreed = votes == 0 ? Optional.empty() : Optional.of(objections.isEmpty());
            if (!objections.isEmpty() && round < task.rounds()) {
                refused = result;
                result = Optional.empty();
                isWriterAsked = false;
                at = At.WRITE;
                return Optional.empty();
            }
            return Optional.of(new Step.Over("All have looked at the result."));
        }
        if (round >= task.rounds()) {
            return Optional.of(new Step.Over("The result is written."));
        }
        round++;
        votes = 0;
        objections.clear();
        isLookedAt = true;
        var text = result.map(Answer::text).orElse("");
        return all(ThinkText.VALIDATION, ThinkText.checking(task, material, text));
    }

    private Optional<Step> all(String phase, String cue) {
        return Optional.of(
                new Step.Speak(present.stream().map(model -> order(model, phase, cue)).toList()));
    }

    private static Optional<Step> one(String model, String phase, String cue) {
        return Optional.of(new Step.Speak(List.of(order(model, phase, cue))));
    }

    private static Order order(String model, String phase, String cue) {
        return new Order(model, phase, cue, false);
    }

    @Override
    public void heard(Answer answer) {
        if (answer.kind() == Answer.Kind.FAILED) {
            present.remove(answer.agent()); // and the one after it has its place now
            return;
        }
        said.add(answer);
        switch (answer.phase()) {
            case ThinkText.DISCUSSION -> speaker++;
            case ThinkText.SYNTHESIS -> result = Optional.of(answer);
            case ThinkText.VALIDATION -> {
                votes++;
                if (!ThinkText.isAgreement(answer.text())) {
                    objections.add(answer);
                }
            }
            default -> {}
        }
    }
}
