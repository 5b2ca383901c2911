package dev.parley.event;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;

/// What a CLI tells about itself in a live session, beside what happens in it. Only what it told is
/// there.
///
/// @param commands its slash commands
/// @param models the models it can switch to
/// @param quota how much of what it may use is used
public record Offer(
        @Nullable List<Command> commands,
        @Nullable List<ModelChoice> models,
        @Nullable Context context,
        @Nullable List<Quota> quota) {
    public static final Offer NOTHING = new Offer(null, null, null, null);

    /// How much of a list, and of a text in it, is kept: both come from the CLI.
    private static final int MOST = 500;

    private static final int LONGEST = 300;

    public Offer {
        commands = commands == null ? null : commands.stream().limit(MOST).toList();
        models = models == null ? null : models.stream().limit(MOST).toList();
        quota = quota == null ? null : quota.stream().limit(MOST).toList();
    }

    /// @param name without the slash
    /// @param hint what comes behind it
    public record Command(String name, @Nullable String description, @Nullable String hint) {
        public Command {
            name = cut(name);
            description = description == null ? null : cut(description);
            hint = hint == null ? null : cut(hint);
        }
    }

    /// @param id what it is asked for by
    public record ModelChoice(String id, @Nullable String name, boolean isCurrent) {}

    /// How full the model's memory is.
    public record Context(@Nullable Long tokens, @Nullable Long window) {}

    /// One limit of the provider.
    public record Quota(String name, double usedPercent, @Nullable Instant resetsAt) {}

    public static Offer of(Context context) {
        return new Offer(null, null, context, null);
    }

    /// The same with what was told later.
    public Offer plus(Offer later) {
        return new Offer(
                later.commands == null ? commands : later.commands,
                later.models == null ? models : later.models,
                joined(context, later.context),
                later.quota == null ? quota : later.quota);
    }

    private static @Nullable Context joined(@Nullable Context one, @Nullable Context later) {
        if (one == null || later == null) {
            return one == null ? later : one;
        }
        return new Context(
                later.tokens() == null ? one.tokens() : later.tokens(),
                later.window() == null ? one.window() : later.window());
    }

    private static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
    }
}
