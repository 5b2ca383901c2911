package dev.parley.history.text;

import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.Secrets;
import dev.parley.history.text.hit.TextLocations;
import dev.parley.history.text.hit.TextLocations.Spot;
import dev.parley.history.text.words.Fields;
import dev.parley.history.text.words.PackedWords;
import dev.parley.history.text.words.Role;
import dev.parley.history.text.words.TextPacker;
import dev.parley.history.text.words.TurnFacts;
import dev.parley.sessionfile.StoredEvent;

import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.util.BytesRef;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// One turn on its way into the index: a prompt and everything until the next one. Reused for turn
/// after turn; belongs to one thread.
final class TurnText {
    /// Of one text; tools of today's CLIs cut their output earlier.
    private static final int MOST_CHARS = 128 << 10;

    /// Of one document. A longer turn goes on in another one.
    private static final int FULL = 1 << 20;

    private static final int KEPT_CHARS = 4000;

    private final TextPacker packer;
    private final boolean isTextKept;
    private final Map<Role, PackedWords> words = new EnumMap<>(Role.class);
    private final TextLocations spots = new TextLocations();
    private final Set<String> models = new LinkedHashSet<>();
    private final Set<String> tools = new LinkedHashSet<>();
    private final List<String> kept = new ArrayList<>();
    private boolean isEmpty = true;
    private int number;
    private long first;
    private long time;
    private long copy;

    /// @param isTextKept whether texts cannot be read again by the place of their line
    TurnText(TextPacker packer, boolean isTextKept) {
        this.packer = packer;
        this.isTextKept = isTextKept;
    }

    /// Begins a turn.
    ///
    /// @param turn which one of the session it is; 0 before the first prompt
    void begin(Envelope envelope, int turn) {
        number = turn;
        first = envelope.sequenceNumber();
        time = envelope.timestamp().toEpochMilli();
        copy = copyOf(envelope);
        models.clear();
        tools.clear();
        empty();
    }

    /// Goes on with the same turn in a new document.
    void goOn(Envelope envelope) {
        first = envelope.sequenceNumber();
        copy = copyOf(envelope);
        empty();
    }

    private void empty() {
        words.values().forEach(PackedWords::clear);
        spots.clear();
        kept.clear();
        isEmpty = true;
    }

    /// A line that was copied has its id and its time in every file.
    private static long copyOf(Envelope envelope) {
        var what =
                switch (envelope.event()) {
                    case Event.UserSaid(var content, var id) -> id == null ? content : id;
                    case Event.AssistantSaid(var content, _) -> content;
                    case Event.ToolReturned returned -> returned.callId() + returned.output();
                    case Event.ToolCalled called -> called.callId();
                    case Event other -> other.getClass().getSimpleName();
                };
        return 31 * (31L * what.hashCode() + what.length()) + envelope.timestamp().toEpochMilli();
    }

    boolean isEmpty() {
        return isEmpty;
    }

    boolean isFull() {
        var size = 0;
        for (var packed : words.values()) {
            size += packed.size();
        }
        return size > FULL;
    }

    long first() {
        return first;
    }

    void add(StoredEvent stored, long offset) {
        if (stored.counted() != null && stored.counted().model() != null) {
            models.add(stored.counted().model().toLowerCase(Locale.ROOT));
        }
        var sequence = stored.envelope().sequenceNumber();
        switch (stored.envelope().event()) {
            case Event.UserSaid said -> add(Role.PROMPT, said.content(), sequence, offset);
            case Event.AssistantSaid said -> add(Role.ANSWER, said.content(), sequence, offset);
            case Event.Thought thought -> add(Role.THOUGHT, thought.content(), sequence, offset);
            case Event.Failed failed -> add(Role.ANSWER, failed.message(), sequence, offset);
            case Event.ToolCalled called -> {
                tools.add(called.name().toLowerCase(Locale.ROOT));
                add(Role.CALL, CallText.of(called), sequence, offset);
            }
            case Event.ToolReturned returned ->
                    add(Role.RESULT, returned.output(), sequence, offset);
            case Event.SessionStarted started -> {
                if (started.model() != null) {
                    models.add(started.model().toLowerCase(Locale.ROOT));
                }
            }
            case Event.AboutSession _,
                    Event.AboutTurn _,
                    Event.AssistantStreamed _,
                    Event.AboutApproval _,
                    Event.TokensUsed _,
                    Event.Unrecognized _ -> {}
        }
    }

    private void add(Role role, String text, long sequence, long offset) {
        if (text.isBlank()) {
            return;
        }
        var packed = words.computeIfAbsent(role, _ -> new PackedWords());
        packed.gap();
        var position = packed.nextPosition();
        packer.pack(text, MOST_CHARS, packed);
        if (packed.nextPosition() > position) {
            isEmpty = false;
            spots.add(new Spot(role, position, sequence, isTextKept ? -1 : offset));
            if (isTextKept) {
                var masked =
                        Secrets.mask(
                                text.length() > KEPT_CHARS ? text.substring(0, KEPT_CHARS) : text);
                kept.add(masked);
            }
        }
    }

    Map<Role, PackedWords> words() {
        return words;
    }

    /// Everything but its words.
    Document document(String session, String provider, String file) {
        var document = new Document();
        document.add(new StringField(Fields.FILE, file, Field.Store.NO));
        document.add(new StringField(Fields.SESSION, session, Field.Store.NO));
        document.add(new SortedDocValuesField(Fields.SESSION, bytes(session)));
        document.add(new StringField(Fields.PROVIDER, provider, Field.Store.NO));
        models.forEach(name -> document.add(new StringField(Fields.MODEL, name, Field.Store.NO)));
        tools.forEach(name -> document.add(new StringField(Fields.TOOL, name, Field.Store.NO)));
        document.add(new LongPoint(Fields.TIME, time));
        document.add(new NumericDocValuesField(Fields.TIME, time));
        document.add(new LongPoint(Fields.FIRST, first));
        var facts = new TurnFacts(session, file, time, number, copy, spots.packed());
        document.add(new BinaryDocValuesField(Fields.FACTS, facts.packed()));
        kept.forEach(text -> document.add(new StoredField(Fields.TEXT, text)));
        return document;
    }

    private static BytesRef bytes(String text) {
        return new BytesRef(text.getBytes(StandardCharsets.UTF_8));
    }
}
