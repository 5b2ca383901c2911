package dev.parley.work.advice;

import dev.parley.base.problem.Problem;
import dev.parley.provider.Target;
import dev.parley.work.project.ContextFiles;

import java.util.Optional;

/// Asks a model for advice, with files of the project. Changes nothing. Thread-safe.
public final class Consult {
    private static final int LONGEST_FORMAT = 20_000;
    private static final int LONGEST_QUESTION = 1_000_000;

    private final AskModel models;
    private final ContextFiles files;

    public Consult(AskModel models, ContextFiles files) {
        this.models = models;
        this.files = files;
    }

    public Advice ask(ConsultRequest request) throws InterruptedException {
        check(request);
        var project = Target.directory(request.project());
        var participant = models.participants().adviser(request.model());
        var question =
                ContextFiles.before(files.read(project, request.context()), request.question());
        return models.ask(participant, project, system(request), question);
    }

    private static void check(ConsultRequest request) {
        if (request.question().isBlank()) {
            throw Problem.invalid("The question is empty.", "Say what you want to know.");
        }
        if (request.question().length() > LONGEST_QUESTION
                || request.outputFormat().filter(it -> it.length() > LONGEST_FORMAT).isPresent()) {
            throw new Problem(
                    Problem.Kind.TOO_LARGE,
                    "The question is too long.",
                    "Put the long part into a file and name it as context.");
        }
    }

    private static Optional<String> system(ConsultRequest request) {
        return request.outputFormat()
                .filter(format -> !format.isBlank())
                .map(format ->
                        "Answer in this format, and with nothing before or after it:\n" + format);
    }
}
