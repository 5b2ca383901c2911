package dev.parley.sessionfile;

import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.Usage;
import dev.parley.sessionfile.scan.Line;
import dev.parley.sessionfile.scan.Values;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The events of one stored session as a reader finds them, numbered, and beside them what becomes
/// known about it. Whatever is told twice counts once: titles by rank, usage by request.
public final class SessionBuilder {
    /// Who gave a session its title; the highest wins, among equals the last.
    public enum TitleBy {
        PROMPT,
        CLI,
        PERSON
    }

    private static final int UNKNOWN_LENGTH = 2000;
    private static final int MOST_MODELS = 500;

    private final String provider;
    private final StoredFile file;
    private final Values values = new Values();
    private final UsageDeduplicator counter = new UsageDeduplicator();
    private final SessionTitle title = new SessionTitle();
    private final Set<String> models = new LinkedHashSet<>();
    private final List<Long> compactions = new ArrayList<>();
    private List<StoredEvent> events = new ArrayList<>();
    private Instant now;
    private int node;
    private long sequence;
    private boolean hasStarted;

    // For a reading of everything only.
    private boolean isWhole;
    private @Nullable String message;
    private List<StoredImage> images = new ArrayList<>();

    private @Nullable String nativeId;
    private @Nullable String project;
    private @Nullable String cwd;
    private @Nullable String gitBranch;
    private @Nullable String version;
    private @Nullable String model;
    private @Nullable Instant started;
    private @Nullable Instant updated;
    private @Nullable String forkedFrom;
    private @Nullable String parent;
    private StoredFacts.@Nullable Base base;
    private boolean isArchived;
    private int prompts;
    private long skippedLines;

    /// @param time what is taken for the time of events as long as none was told
    public SessionBuilder(String provider, StoredFile file, Instant time) {
        this.provider = provider;
        this.file = file;
        now = Values.isTime(time) ? time : Instant.EPOCH;
        nativeId = file.nativeId();
        parent = file.parent();
        isArchived = file.isArchived();
    }

    /// Reads single values of the file, and counts those that cannot be.
    public Values values() {
        return values;
    }

    /// The time of what follows. Absent or unreadable, it is the time of what came before.
    public void at(@Nullable Instant told) {
        var time = values.time(told);
        if (time != null) {
            now = time;
            started = started == null || time.isBefore(started) ? time : started;
            updated = updated == null || time.isAfter(updated) ? time : updated;
        }
    }

    /// Where what follows hangs in the tree of branches.
    public void node(int number) {
        node = number;
    }

    /// From now on images are kept, the CLI's replies are told apart, and a summary is an event.
    public void whole() {
        isWhole = true;
    }

    public boolean isWhole() {
        return isWhole;
    }

    /// The message that what follows is a part of.
    public void message(@Nullable String id) {
        message = id;
    }

    /// An image of the prompt that comes next.
    public void image(String mediaType, String base64) {
        if (isWhole && !base64.isEmpty()) {
            images.add(new StoredImage(mediaType, base64));
        }
    }

    public void image(String url) {
        StoredImage.ofUrl(url).ifPresent(image -> image(image.mediaType(), image.base64()));
    }

    public boolean hasImages() {
        return !images.isEmpty();
    }

    /// What stands for the conversation before it, or for what is not kept of that.
    public void summary(@Nullable String text, Kept kept) {
        if (isWhole && text != null && !text.isBlank()) {
            var said = new Event.UserSaid(text, null);
            events.add(
                    new StoredEvent(
                            enveloped(said),
                            node,
                            null,
                            new StoredEvent.Whole(null, List.of(), kept)));
        }
    }

    private StoredEvent.@Nullable Whole wholeOf(Event event) {
        if (!isWhole) {
            return null;
        }
        var isPrompt = event instanceof Event.UserSaid;
        var whole =
                new StoredEvent.Whole(message, isPrompt ? images : List.<StoredImage>of(), null);
        if (isPrompt) {
            images = new ArrayList<>();
        }
        return whole;
    }

    public void add(Event event) {
        // No switch over types: the JDK would write its code while a command starts.
        if (event instanceof Event.UserSaid said) {
            prompts++;
            title.prompt(said.content());
        } else if (event instanceof Event.SessionStarted) {
            hasStarted = true;
        }
        addAgain(event);
    }

    /// What was told before, at another place: it counts once.
    public void addAgain(Event event) {
        events.add(new StoredEvent(enveloped(named(event)), node, null, wholeOf(event)));
    }

    private Event named(Event event) {
        return event instanceof Event.ToolCalled(var id, var name, var arguments)
                        && name.length() > Values.LONGEST_NAME
                ? new Event.ToolCalled(id, values.cut(name), arguments)
                : event;
    }

    public void add(List<? extends Event> said) {
        said.forEach(this::add);
    }

    /// Events that nobody asked for.
    public void passOver(int count) {
        sequence += count;
    }

    /// A prompt that nobody asked for; only when there is a title, which it would become otherwise.
    public void passOverPrompt() {
        prompts++;
        passOver(1);
    }

    public boolean hasTitle() {
        return title.isKnown();
    }

    /// Tells that the session began, once, as soon as its directory is known.
    public void addStart() {
        if (!hasStarted) {
            add(new Event.SessionStarted(cwd, model, version, List.of(), gitBranch));
        }
    }

    /// Tells the tokens of a request, unless they were told before.
    public void count(String key, @Nullable String usedModel, Usage usage, long cacheWriteTokens) {
        var found = counter.count(key, usage, cacheWriteTokens);
        if (found.isPresent()) {
            var count = found.get();
            events.add(
                    new StoredEvent(
                            enveloped(new Event.TokensUsed(count.usage())),
                            node,
                            new StoredEvent.Counted(
                                    count.key(), known(usedModel), count.cacheWriteTokens())));
        }
    }

    /// It is the model in use, nearly always: that was looked at, and counted if it cannot be.
    private @Nullable String known(@Nullable String usedModel) {
        var isKnown = usedModel == null || usedModel.equals(model) || Values.isName(usedModel);
        return isKnown ? usedModel : null;
    }

    /// Lets a reader tell something. There are files of six CLIs in many versions: whatever
    /// surprises a reader must cost what it was about to tell, not the session.
    public void attempt(Runnable telling) {
        try {
            telling.run();
        } catch (RuntimeException e) {
            skipped();
            FileWarnings.surprised(file.path(), e);
        }
    }

    /// A newer CLI writes something no reader knows. Its beginning is kept.
    public void unknown(String text, String reason) {
        add(new Event.Unrecognized(Values.beginning(text, UNKNOWN_LENGTH), values.cut(reason)));
    }

    public void unknown(Line line, String reason) {
        unknown(line.text(), reason);
    }

    public void compacted() {
        compactions.add(sequence);
    }

    public void skipped() {
        skippedLines++;
    }

    private Envelope enveloped(Event event) {
        return new Envelope(now, provider, nativeId, ++sequence, event, null);
    }

    public void title(@Nullable String text, TitleBy by) {
        title.tell(text, by);
    }

    public void nativeId(@Nullable String id) {
        nativeId = nativeId == null ? values.name(id) : nativeId;
    }

    public void project(@Nullable String path) {
        project = project == null ? values.path(path) : project;
    }

    /// The first directory is the session's own: a CLI may be resumed from elsewhere.
    public void cwd(@Nullable String path) {
        cwd = cwd == null ? values.path(path) : cwd;
    }

    /// The last one, unless it is git's word for none.
    public void gitBranch(@Nullable String told) {
        // The same as before, nearly always: that was looked at.
        if (told != null && !told.equals(gitBranch) && !told.isBlank() && !told.equals("HEAD")) {
            var name = values.name(told);
            gitBranch = name == null ? gitBranch : name;
        }
    }

    public void version(@Nullable String told) {
        if (told != null && !told.equals(version)) {
            var number = values.name(told);
            version = number == null ? version : number;
        }
    }

    public void model(@Nullable String told) {
        if (told == null || told.isBlank() || told.equals(model)) {
            return;
        }
        var name = models.size() < MOST_MODELS || models.contains(told) ? values.name(told) : null;
        if (name != null) {
            model = name;
            models.add(name);
        }
    }

    /// The model in use.
    public @Nullable String model() {
        return model;
    }

    public void forkedFrom(@Nullable String told) {
        var id = values.name(told);
        forkedFrom = id == null ? forkedFrom : id;
    }

    public void parent(@Nullable String told) {
        if (told != null && !told.equals(parent)) {
            var id = values.name(told);
            parent = id == null ? parent : id;
        }
    }

    public void base(StoredFacts.@Nullable Base other) {
        base = other != null && values.name(other.nativeId()) == null ? null : other;
    }

    public void archived(boolean value) {
        isArchived = value;
    }

    public @Nullable String nativeId() {
        return nativeId;
    }

    /// Whether there is anything to be said of the session yet: its id may come with the first
    /// line.
    public boolean isKnown() {
        return nativeId != null || sequence > 0 || skippedLines > 0 || values.skipped() > 0;
    }

    /// What was told since the last call.
    public List<StoredEvent> drain() {
        var told = events;
        if (!told.isEmpty()) {
            events = new ArrayList<>();
        }
        return told;
    }

    /// What is known now. A file that tells no id is known by its name.
    public StoredFacts session() {
        return new StoredFacts(
                provider,
                nativeId == null ? file.path().getFileName().toString() : nativeId,
                title.settled(),
                project,
                file.project(),
                cwd,
                gitBranch,
                version,
                List.copyOf(models),
                started == null && sequence > 0 ? now : started,
                updated == null && sequence > 0 ? now : updated,
                parent,
                forkedFrom,
                base,
                isArchived,
                prompts,
                compactions,
                skippedLines,
                values.skipped());
    }
}
