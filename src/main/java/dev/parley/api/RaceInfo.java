package dev.parley.api;

import com.fasterxml.jackson.annotation.JsonValue;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A race as it stands.
///
/// @param taken the lane whose work is in the user's tree now
/// @param judgement what a judge thinks of it, if one was named
public record RaceInfo(
        String id,
        String project,
        String task,
        Instant startedAt,
        @Nullable Integer taken,
        @Nullable Judgement judgement,
        List<LaneInfo> lanes) {
    public RaceInfo {
        lanes = List.copyOf(lanes);
    }

    /// Whether all lanes are done, and a judge that was named has answered.
    public boolean isOver() {
        return lanes.stream().noneMatch(lane -> lane.status() == Status.RUNNING)
                && (judgement == null || !judgement.isOpen());
    }

    /// @param number of the lane
    public Optional<LaneInfo> lane(int number) {
        return lanes.stream().filter(lane -> lane.number() == number).findFirst();
    }

    public RaceInfo taking(@Nullable Integer number) {
        return new RaceInfo(id, project, task, startedAt, number, judgement, lanes);
    }

    public RaceInfo judged(Judgement words) {
        return new RaceInfo(id, project, task, startedAt, taken, words, lanes);
    }

    /// With one of its lanes, or all of them, changed.
    public RaceInfo with(UnaryOperator<LaneInfo> change) {
        return new RaceInfo(
                id,
                project,
                task,
                startedAt,
                taken,
                judgement,
                lanes.stream().map(change).toList());
    }

    /// What a model advises. A person decides.
    ///
    /// @param text its words; absent as long as it has not answered
    /// @param lane the one it would take, if it says so
    /// @param error why it gave no advice
    public record Judgement(
            String model, @Nullable String text, @Nullable Integer lane, @Nullable String error) {
        public static Judgement awaited(String model) {
            return new Judgement(model, null, null, null);
        }

        public Judgement failed(String why) {
            return new Judgement(model, null, null, why);
        }

        public boolean isOpen() {
            return text == null && error == null;
        }
    }

    /// Where a lane stands.
    public enum Status {
        RUNNING,
        COMPLETED,
        FAILED,

        /// The Parley that ran it ended before it did. What it had done until then is in its
        /// worktree.
        INTERRUPTED;

        @JsonValue
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
