package dev.parley.provider;

import dev.parley.portable.ConversationReader;
import dev.parley.portable.Piece;
import dev.parley.sessionfile.Discovery;
import dev.parley.sessionfile.SessionNames;
import dev.parley.sessionfile.StoredEvent;
import dev.parley.sessionfile.StoredFile;
import dev.parley.sessionfile.StoredHistory;
import dev.parley.sessionfile.StoredReader;

import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// A place where a provider's sessions lie: its home, that of another edition, or where a variable
/// moved them to.
///
/// @param files patterns of the files that hold sessions, below `home`
public record StoredPlace(String provider, StoredHistory history, Path home, List<String> files) {
    public StoredPlace {
        files = List.copyOf(files);
    }

    /// All places of a provider, for a process with this environment. None of them need exist.
    public static List<StoredPlace> of(ProviderProfile profile, Map<String, String> environment) {
        return HistoryHome.of(profile).stream()
                .flatMap(home -> of(home, environment).stream())
                .toList();
    }

    static List<StoredPlace> of(HistoryHome home, Map<String, String> environment) {
        var provider = home.provider();
        var history = home.history();
        var folder = home.home().in(environment);
        var places = new ArrayList<StoredPlace>();
        var format = history.format().history().apply(provider);
        places.add(new StoredPlace(provider, format, folder, history.files()));
        var moved = history.env() == null ? "" : environment.getOrDefault(history.env(), "");
        if (!moved.isBlank()) {
            // A relative one is below the home. What was there before it was moved still is.
            var other = folder.resolve(moved).normalize();
            places.add(
                    Files.isRegularFile(other)
                            ? new StoredPlace(
                                    provider,
                                    format,
                                    other.resolveSibling(""),
                                    List.of(other.getFileName().toString()))
                            : new StoredPlace(provider, format, other, history.files()));
        }
        return places;
    }

    /// The files that hold sessions now. Lists folders, opens nothing.
    public List<StoredFile> discover() {
        var found = new ArrayList<StoredFile>();
        discover((file, _) -> found.add(file));
        return found;
    }

    /// The same one by one, and how each looks.
    public void discover(BiConsumer<StoredFile, BasicFileAttributes> each) {
        Discovery.check(home);
        Discovery.find(
                home,
                files,
                (path, attributes) ->
                        history.describe(home, path)
                                .ifPresent(file -> each.accept(file, attributes)));
    }

    /// The same for one file, of which a watcher says that it changed.
    public Optional<StoredFile> describe(Path file) {
        if (!file.startsWith(home)) {
            return Optional.empty();
        }
        var place = home.relativize(file);
        return files.stream()
                        .map(pattern -> FileSystems.getDefault().getPathMatcher("glob:" + pattern))
                        .anyMatch(pattern -> pattern.matches(place))
                ? history.describe(home, file)
                : Optional.empty();
    }

    public StoredReader open(StoredFile file) {
        return history.open(file);
    }

    /// For who does not need the whole texts.
    public StoredReader outline(StoredFile file) {
        return open(file).inOutline();
    }

    /// Everything that was said in a file, on the branch on which it would be resumed: read twice
    /// where only its end tells that.
    ///
    /// @param file as the history's own `describe` tells of it, wherever it lies
    /// @param session the one that is wanted, where the file holds many
    /// @return false when it cannot be read
    public boolean read(StoredFile file, String session, Consumer<StoredEvent> each) {
        var branches = open(file).inOutline();
        var isBranching =
                switch (file.layout()) {
                    case LINES, COMPRESSED_LINES -> true;
                    case DOCUMENT, DATABASE -> false;
                };
        if (isBranching && branches.readOn(_ -> {}) != StoredReader.Outcome.READ) {
            return false;
        }
        var outcome =
                open(file)
                        .whole(session)
                        .readOn(event -> {
                            if (branches.isActive(event)) {
                                each.accept(event);
                            }
                        });
        return outcome == StoredReader.Outcome.READ;
    }

    /// The conversation in a file of lines that lies anywhere, such as one that was just written.
    ///
    /// @return false when it cannot be read
    public boolean pieces(Path lines, String session, Consumer<Piece> each) {
        return pieces(StoredFile.lines(lines, session, null), session, each);
    }

    /// The conversation of a session in a database of this place.
    ///
    /// @return false when there is none
    public boolean piecesInDatabase(String session, Consumer<Piece> each) {
        var count = new AtomicInteger();
        for (var file : discover()) {
            if (file.layout() == StoredFile.Layout.DATABASE) {
                pieces(
                        file,
                        session,
                        piece -> {
                            count.incrementAndGet();
                            each.accept(piece);
                        });
            }
        }
        return count.get() > 0;
    }

    private boolean pieces(StoredFile file, String session, Consumer<Piece> each) {
        var conversation = new ConversationReader(each);
        var isRead = read(file, session, conversation::hear);
        conversation.end();
        return isRead;
    }

    /// Which directories the names in this place belong to, as far as the CLI tells.
    public Map<String, String> projects() {
        return registry().projects();
    }

    public SessionNames registry() {
        return history.registry(home);
    }
}
