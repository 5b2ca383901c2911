package dev.parley.work;

import java.util.List;

/// A conversation that an agent in a repository is to continue.
///
/// @param model the agent's name in `models.json`
/// @param messages all of the conversation that the agent is told, the newest last
public record Call(String model, List<Said> messages, Memory memory) {
    public Call {
        messages = List.copyOf(messages);
    }
}
