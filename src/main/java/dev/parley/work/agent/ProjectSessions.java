package dev.parley.work.agent;

import dev.parley.api.SessionId;
import dev.parley.api.SessionsRequest;
import dev.parley.base.problem.Problem;
import dev.parley.event.Event;
import dev.parley.event.Secrets;
import dev.parley.event.SessionKey;
import dev.parley.provider.Target;
import dev.parley.store.ConversationKey;
import dev.parley.store.ConversationStore;
import dev.parley.work.advice.Advice;
import dev.parley.work.advice.Summarizer;
import dev.parley.work.conversation.Conversations;
import dev.parley.work.past.ListSessions;
import dev.parley.work.past.ShowSession;
import dev.parley.work.project.SearchProjectHistory;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Lists and describes the sessions of a project: Parley's own conversations and those of the CLIs.
/// Thread-safe.
public final class ProjectSessions {
    static final int MOST = 200;
    private static final int LONGEST_WORDS = 300;
    private static final int LONGEST_TEXT = 400_000;
    private static final int LONGEST_INSTRUCTIONS = 10_000;

    /// @param id to describe it by, or to go on with a conversation
    /// @param isConversation whether any tool can go on with it
    /// @param liveId to follow it by, while it is live
    /// @param lastWords the beginning of the last answer, if it was asked for
    public record Listed(
            String id,
            boolean isConversation,
            String title,
            Instant updated,
            long turns,
            Optional<SessionId> liveId,
            Optional<String> lastWords) {}

    public record Described(String id, boolean isConversation, long turns, Advice summary) {}

    private final Conversations conversations;
    private final ListSessions list;
    private final ShowSession show;
    private final Summarizer summarizer;
    private final @Nullable String usualModel;

    /// @param usualModel who writes summaries unless another is named
    public ProjectSessions(
            Conversations conversations,
            ListSessions list,
            ShowSession show,
            Summarizer summarizer,
            @Nullable String usualModel) {
        this.conversations = conversations;
        this.list = list;
        this.show = show;
        this.summarizer = summarizer;
        this.usualModel = usualModel;
    }

    /// The last used first.
    ///
    /// @param text only those in which this was said
    /// @param withLastWords whether the last answer is wanted, too
    public List<Listed> list(
            Path directory, Optional<String> text, int limit, boolean withLastWords)
            throws InterruptedException {
        if (limit < 1 || limit > MOST) {
            throw Problem.invalid(
                    "The limit is " + limit + ".", "Give a number between 1 and " + MOST + ".");
        }
        var project = Target.directory(directory);
        var wanted = text.filter(it -> !it.isBlank());
        var all = new ArrayList<Listed>();
        var live = list.live();
        for (var one : conversations.store().list(project, wanted, limit)) {
            all.add(
                    new Listed(
                            one.key().sessionId(),
                            true,
                            beginning(one.title()),
                            one.updatedAt(),
                            one.turns(),
                            liveId(one.key(), live),
                            withLastWords ? lastWords(one.key()) : Optional.empty()));
        }
        var page =
                list.page(
                        new SessionsRequest(
                                Optional.empty(),
                                Optional.of(project.toString()),
                                wanted,
                                false,
                                0,
                                limit));
        page.sessions().stream()
                .filter(one -> SearchProjectHistory.isIn(project, one.project()))
                .map(one ->
                        new Listed(
                                one.key().toString(),
                                false,
                                beginning(one.name()),
                                one.lastUsed(),
                                one.prompts(),
                                Optional.ofNullable(one.liveId()),
                                Optional.empty()))
                .forEach(all::add);
        return all.stream()
                .sorted(Comparator.comparing(Listed::updated).reversed())
                .limit(limit)
                .toList();
    }

    /// The session of a conversation that was asked last, of those that are live.
    private Optional<SessionId> liveId(ConversationKey key, Map<SessionKey, SessionId> live)
            throws InterruptedException {
        if (live.isEmpty()) {
            return Optional.empty();
        }
        return conversations.store().turns(key).reversed().stream()
                .flatMap(turn ->
                        turn.said().nativeId().stream()
                                .map(id -> live.get(new SessionKey(turn.said().provider(), id))))
                .filter(Objects::nonNull)
                .findFirst();
    }

    private Optional<String> lastWords(ConversationKey key) throws InterruptedException {
        return conversations.store().turns(key).reversed().stream()
                .filter(turn -> turn.said().role() == ConversationStore.Role.ASSISTANT)
                .findFirst()
                .map(turn -> beginning(turn.said().content()));
    }

    private static String beginning(String text) {
        var line = Secrets.mask(text).replaceAll("\\s+", " ").strip();
        return line.length() > LONGEST_WORDS ? line.substring(0, LONGEST_WORDS) + "…" : line;
    }

    /// A summary of a session, by a model.
    ///
    /// @param id of a conversation, or `provider:id` of a CLI's session
    public Described describe(
            Path directory, String id, Optional<String> model, Optional<String> instructions)
            throws InterruptedException {
        var project = Target.directory(directory);
        var by =
                model.or(() -> Optional.ofNullable(usualModel))
                        .orElseThrow(() ->
                                Problem.invalid(
                                        "No model is there to write the summary.",
                                        "Name one, or set agents.summarizer in config.json."));
        if (instructions.filter(it -> it.length() > LONGEST_INSTRUCTIONS).isPresent()) {
            throw new Problem(
                    Problem.Kind.TOO_LARGE, "The instructions are too long.", "Make them shorter.");
        }
        var task =
                "Describe this session for somebody who was not there: what was wanted, what was"
                        + " done and decided, which files it was about, what is left. At most 400"
                        + " words."
                        + instructions.map(it -> "\nAlso: " + it).orElse("");
        var key = new ConversationKey(project, id);
        var turns = conversations.store().turns(key);
        var text = turns.isEmpty() ? told(project, id) : conversations.told(turns);
        var summary = summarizer.summarize(by, project, task, Secrets.mask(text));
        return new Described(id, !turns.isEmpty(), turns.size(), summary);
    }

    /// What was said in a session of a CLI, its end if it is long.
    private String told(Path project, String id) throws InterruptedException {
        var shown = show.named(id);
        if (!SearchProjectHistory.isIn(project, shown.session().project())) {
            throw Problem.notFound(
                    "There is no session \"" + id + "\" in " + project + ".",
                    "list_sessions lists them.");
        }
        var text = new StringBuilder();
        shown.events()
                .read(envelope -> {
                    switch (envelope.event()) {
                        case Event.UserSaid said ->
                                text.append("user:\n").append(said.content()).append("\n\n");
                        case Event.AssistantSaid said ->
                                text.append("agent:\n").append(said.content()).append("\n\n");
                        case Event.AssistantStreamed _,
                                Event.Thought _,
                                Event.AboutSession _,
                                Event.AboutTurn _,
                                Event.AboutTool _,
                                Event.AboutApproval _,
                                Event.TokensUsed _,
                                Event.Failed _,
                                Event.Unrecognized _ -> {}
                    }
                    if (text.length() > 2 * LONGEST_TEXT) {
                        text.delete(0, text.length() - LONGEST_TEXT);
                    }
                });
        return text.toString();
    }
}
