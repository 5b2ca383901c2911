package dev.parley.room;

/// A course that ends at the latest when enough was said, whatever its own rules are.
final class BoundedCourse implements Course {
    private final Course course;
    private int messages;
    private int turns;

    BoundedCourse(Course course, int messages, int turns) {
        this.course = course;
        this.messages = messages;
        this.turns = turns;
    }

    @Override
    public Step next() {
        var step = course.next();
        if (!(step instanceof Step.Speak(var orders))) {
            return step;
        }
        var most = Math.min(messages, turns);
        if (most <= 0) {
            return new Step.Over(
                    messages <= 0
                            ? "As many messages followed as may follow one of a person."
                            : "As many turns followed as may follow a message of a person.");
        }
        turns -= Math.min(orders.size(), most);
        return orders.size() <= most ? step : new Step.Speak(orders.subList(0, most));
    }

    @Override
    public void heard(Answer answer) {
        if (answer.kind() == Answer.Kind.SAID) {
            messages--;
        }
        course.heard(answer);
    }
}
