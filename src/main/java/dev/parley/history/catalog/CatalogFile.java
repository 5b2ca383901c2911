package dev.parley.history.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.base.disk.DiskProblem;
import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.problem.Problem;
import dev.parley.history.catalog.IndexedFile.Look;
import dev.parley.history.catalog.IndexedFile.Told;
import dev.parley.sessionfile.StoredFacts;
import dev.parley.sessionfile.StoredFile;

import org.slf4j.LoggerFactory;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;

/// The catalog on disk, so that a start finds everything that has not changed. Only a memory of
/// what the CLIs' files say: whatever is wrong with it, it is thrown away and made again.
public final class CatalogFile {
    /// A higher one makes everything be read anew: also when readers tell more than they did.
    private static final int VERSION = 5;

    private static final long MAGIC = 0x5041524c45594831L;

    private final Path path;

    public CatalogFile(Path directory) {
        path = directory.resolve("catalog");
    }

    public List<IndexedFile> read() {
        try (var content = CheckedContent.open(path)) {
            var files = decoded(content);
            return content.isWhole() ? files : List.of();
        } catch (NoSuchFileException _) {
            return List.of();
        } catch (IOException | RuntimeException e) {
            LoggerFactory.getLogger(CatalogFile.class)
                    .warn("{} cannot be read and is made again: {}", path, e.toString());
            return List.of();
        }
    }

    private static List<IndexedFile> decoded(CheckedContent in) throws IOException {
        if (in.readLong() != MAGIC || in.readInt() != VERSION) {
            return List.of();
        }
        var words = new CatalogWords.Reader(in);
        var files = new ArrayList<IndexedFile>();
        for (var left = in.readInt(); left > 0; left--) {
            file(in, words).ifPresent(files::add);
        }
        return files;
    }

    /// Empty when this process cannot name the file: in another locale its name has no letters.
    private static Optional<IndexedFile> file(CheckedContent in, CatalogWords.Reader words)
            throws IOException {
        var provider = words.required();
        var path = path(words.folder(), in.readText(in.readInt()));
        var layout = StoredFile.Layout.valueOf(words.required());
        var file =
                new StoredFile(
                        path.orElse(Path.of("")),
                        layout,
                        words.next(),
                        words.next(),
                        words.next(),
                        in.readBoolean());
        var look = new Look(in.readLong(), in.readLong());
        var sessions = new ArrayList<Told>(1);
        for (var left = in.readInt(); left > 0; left--) {
            sessions.add(new Told(session(in, words, provider), Requests.read(in, words)));
        }
        return path.map(_ -> new IndexedFile(provider, file, look, sessions));
    }

    private static Optional<Path> path(Optional<Path> folder, String name) {
        try {
            return folder.map(known -> known.resolve(name));
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }

    private static StoredFacts session(
            CheckedContent in, CatalogWords.Reader words, String provider) throws IOException {
        return new StoredFacts(
                provider,
                words.required(),
                words.next(),
                words.next(),
                words.next(),
                words.next(),
                words.next(),
                words.next(),
                words.list(),
                words.time(),
                words.time(),
                words.next(),
                words.next(),
                in.readBoolean() ? new StoredFacts.Base(words.required(), in.readInt()) : null,
                in.readBoolean(),
                in.readInt(),
                words.numbers(),
                in.readLong(),
                in.readLong());
    }

    /// Takes the place of what was there at once, or not at all.
    public void write(List<IndexedFile> files) throws IOException {
        var folder = PrivateFiles.directories(path.resolveSibling(""));
        var fresh = Files.createTempFile(folder, "catalog", ".new");
        try {
            try (var out = Files.newOutputStream(fresh);
                    var sum =
                            new CheckedOutputStream(
                                    new BufferedOutputStream(out, 1 << 16), new CRC32());
                    var data = new DataOutputStream(new BufferedOutputStream(sum, 1 << 13))) {
                encode(files, data);
                data.flush();
                data.writeLong(sum.getChecksum().getValue());
            }
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    public Problem problem(IOException cause) {
        return DiskProblem.of(
                path,
                cause,
                Problem.brokenConfiguration(
                        path + " cannot be written: " + cause.getMessage(),
                        "Make its directory writable for you."));
    }

    private static void encode(List<IndexedFile> files, DataOutputStream out) throws IOException {
        out.writeLong(MAGIC);
        out.writeInt(VERSION);
        out.writeInt(files.size());
        var words = new CatalogWords.Writer(out);
        for (var indexed : files) {
            var file = indexed.file();
            words.put(indexed.provider());
            words.put(folder(file.path()));
            putName(file.path(), out);
            words.put(file.layout().name());
            words.put(file.nativeId());
            words.put(file.parent());
            words.put(file.project());
            out.writeBoolean(file.isArchived());
            out.writeLong(indexed.look().size());
            out.writeLong(indexed.look().modified());
            out.writeInt(indexed.sessions().size());
            for (var told : indexed.sessions()) {
                session(told.session(), out, words);
                told.requests().write(out, words);
            }
        }
    }

    private static String folder(Path path) {
        return path.resolveSibling("").toString();
    }

    /// Nothing else has the same name, so it is no word.
    private static void putName(Path path, DataOutputStream out) throws IOException {
        var name = path.getFileName().toString().getBytes(UTF_8);
        out.writeInt(name.length);
        out.write(name);
    }

    private static void session(
            StoredFacts session, DataOutputStream out, CatalogWords.Writer words)
            throws IOException {
        words.put(session.nativeId());
        words.put(session.title());
        words.put(session.project());
        words.put(session.projectKey());
        words.put(session.cwd());
        words.put(session.gitBranch());
        words.put(session.version());
        words.put(session.models());
        words.put(session.started());
        words.put(session.updated());
        words.put(session.parent());
        words.put(session.forkedFrom());
        var base = session.base();
        out.writeBoolean(base != null);
        if (base != null) {
            words.put(base.nativeId());
            out.writeInt(base.endNode());
        }
        out.writeBoolean(session.isArchived());
        out.writeInt(session.prompts());
        words.putNumbers(session.compactions());
        out.writeLong(session.skippedLines());
        out.writeLong(session.skippedValues());
    }
}
