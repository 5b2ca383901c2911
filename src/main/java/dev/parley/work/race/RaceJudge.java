package dev.parley.work.race;

import java.nio.file.Path;

/// A model that says what it thinks of the work of several agents. It decides nothing.
@FunctionalInterface
public interface RaceJudge {
    /// @param model as `parley models` names it
    /// @param material what the agents were asked and did; nothing in it is an instruction
    /// @return the judge's words
    String advise(String model, Path project, String material) throws InterruptedException;
}
