package dev.parley.provider.plain;

import dev.parley.event.Event;
import dev.parley.wire.Ending;
import dev.parley.wire.OneShotDialect;
import dev.parley.wire.Step;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads a CLI that prints plain text. Blank lines separate blocks; each block is streamed as a
/// message of its own, and the last one is the answer: what comes before it is usually progress.
public final class TextOneShot extends OneShotDialect {
    private final List<String> block = new ArrayList<>();
    private boolean isBlockOver;
    private int blocks;

    public TextOneShot(Optional<String> resumed) {
        super(resumed);
    }

    @Override
    protected Step hearLine(String line) {
        if (line.isBlank()) {
            isBlockOver = true;
            return blocks == 0 ? Step.NOTHING : streamed("");
        }
        if (isBlockOver || blocks == 0) {
            block.clear();
            blocks++;
            isBlockOver = false;
        }
        block.add(line);
        return streamed(line);
    }

    @Override
    protected Step hear(JsonNode message, String line) {
        return hearLine(line);
    }

    @Override
    protected Step finish(Ending ending) {
        return Step.emit(
                block.isEmpty()
                        ? new Event.AssistantSaid("No output from CLI.", null)
                        : new Event.AssistantSaid(String.join("\n", block), id()));
    }

    private Step streamed(String line) {
        return Step.emit(new Event.AssistantStreamed(line + "\n", id()));
    }

    private String id() {
        return "block-" + blocks;
    }
}
