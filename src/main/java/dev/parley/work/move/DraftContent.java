package dev.parley.work.move;

import dev.parley.event.OwnWords;
import dev.parley.portable.Fingerprint;
import dev.parley.portable.NativeDraft;
import dev.parley.portable.Piece;
import dev.parley.portable.Translation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// What goes into a draft, piece by piece, in the words of the target, and the fingerprint of it.
final class DraftContent implements SessionDraft.Lines {
    private final Excerpt excerpt;
    private final Predicate<Piece.Prompt> again;
    private final Translation translation;
    private final NativeDraft draft;
    private final Fingerprint written = new Fingerprint();

    /// Stands before the first prompt.
    private String note;

    /// @param again prompts at the end that do not come along, if nobody has answered them
    DraftContent(
            Excerpt excerpt,
            Predicate<Piece.Prompt> again,
            Translation translation,
            NativeDraft draft,
            String note) {
        this.excerpt = excerpt;
        this.again = again;
        this.translation = translation;
        this.draft = draft;
        this.note = OwnWords.moved(note);
    }

    @Override
    public void write(SessionDraft.Line to) throws IOException, InterruptedException {
        to.add(draft.begin());
        try {
            excerpt.read(
                    again,
                    piece -> {
                        try {
                            to.add(lines(piece));
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        to.add(draft.end());
    }

    private List<String> lines(Piece piece) {
        return switch (piece) {
            case Piece.Prompt prompt -> prompt(translation.prompt(prompt));
            case Piece.Summary summary -> prompt(translation.prompt(summary));
            case Piece.Step step -> step(translation.step(step));
        };
    }

    private List<String> prompt(Piece.Prompt prompt) {
        written.accept(prompt);
        var said = prompt.saying(note + prompt.text());
        note = "";
        return draft.add(said);
    }

    /// One that only thought says nothing to another model.
    private List<String> step(Piece.Step step) {
        if (step.isEmpty() || (step.text().isBlank() && step.calls().isEmpty())) {
            return List.of();
        }
        if (!note.isEmpty()) {
            var begin =
                    prompt(new Piece.Prompt(step.time(), "(It begins with a reply.)", List.of()));
            return Stream.concat(begin.stream(), step(step).stream()).toList();
        }
        written.accept(step);
        return draft.add(step);
    }

    Fingerprint written() {
        return written;
    }
}
