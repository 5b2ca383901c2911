package dev.parley.room;

/// What came of a turn.
public record Answer(String agent, String phase, Kind kind, String text) {
    /// How a turn can end.
    public enum Kind {
        SAID,
        PASSED,
        FAILED
    }

    /// What an agent said, or that it passed.
    public static Answer of(Order order, String text) {
        var isPass = Words.isPass(text);
        return new Answer(
                order.agent(), order.phase(), isPass ? Kind.PASSED : Kind.SAID, isPass ? "" : text);
    }

    public static Answer failed(Order order) {
        return new Answer(order.agent(), order.phase(), Kind.FAILED, "");
    }
}
