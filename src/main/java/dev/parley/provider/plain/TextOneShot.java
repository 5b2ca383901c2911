package dev.parley.provider.plain;

import dev.parley.event.Event;
import dev.parley.wire.Ending;
import dev.parley.wire.OneShotDialect;
import dev.parley.wire.OneShotStep;

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
    protected OneShotStep hearLine(String line) {
        if (line.isBlank()) {
            isBlockOver = true;
            return blocks == 0 ? OneShotStep.NOTHING : streamed("");
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
    protected OneShotStep hear(JsonNode message, String line) {
        return hearLine(line);
    }

    @Override
    protected OneShotStep finish(Ending ending) {
        return OneShotStep.emit(
                block.isEmpty()
                        ? new Event.AssistantSaid("No output from CLI.", null)
                        : new Event.AssistantSaid(String.join("\n", block), id()));
    }

    private OneShotStep streamed(String line) {
        return OneShotStep.emit(new Event.AssistantStreamed(line + "\n", id()));
    }

    private String id() {
        return "block-" + blocks;
    }
}
