package dev.parley.portable;

import dev.parley.base.json.Json;
import dev.parley.event.OwnWords;
import dev.parley.portable.Piece.Prompt;
import dev.parley.portable.Piece.Step;
import dev.parley.portable.Piece.Summary;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Consumer;

/// What must survive of a conversation: who said what in which order, images, calls and their
/// results. Thinking is not in it, which not every CLI keeps; nor is whether a call failed, which
/// some tell in words only.
public final class Fingerprint implements Consumer<Piece> {
    private final MessageDigest digest;
    private int prompts;
    private int calls;

    public Fingerprint() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void accept(Piece piece) {
        switch (piece) {
            case Prompt prompt -> {
                prompts++;
                add("user", OwnWords.unmoved(prompt.text()));
                prompt.images().forEach(image -> add(image.mediaType(), image.base64()));
            }
            case Summary summary -> add("summary", summary.text());
            case Step step -> {
                if (!step.text().isBlank()) {
                    add("assistant", step.text());
                }
                for (var call : step.calls()) {
                    calls++;
                    add("call " + call.id() + " " + call.name(), Json.write(call.arguments()));
                    add("result", call.result().text());
                }
            }
        }
    }

    /// CLIs differ in whether they keep white space around a text.
    private void add(String what, String text) {
        digest.update(what.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
        digest.update(text.strip().getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 1);
    }

    public int prompts() {
        return prompts;
    }

    public int calls() {
        return calls;
    }

    /// Can be asked once.
    public String value() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
