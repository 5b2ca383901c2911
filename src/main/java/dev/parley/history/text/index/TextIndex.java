package dev.parley.history.text.index;

import dev.parley.base.disk.PrivateFiles;
import dev.parley.history.text.query.Ranking;
import dev.parley.history.text.words.Fields;
import dev.parley.history.text.words.PackedWords;
import dev.parley.history.text.words.Role;

import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.ConcurrentMergeScheduler;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherFactory;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.LockObtainFailedException;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// The words of all turns on disk. One Parley process at a time may write; others see what it
/// committed last. Only a memory of the CLIs' files: whatever is wrong with it, it is thrown away
/// and made again. Reads of files must not be interrupted, so this is for threads of our own.
public final class TextIndex implements AutoCloseable {
    /// A higher one throws away what is there.
    private static final String VERSION = "4";

    private static final String VERSION_KEY = "parley";

    /// Instead of the number of a first event.
    private static final long STATE = -1;

    /// Smaller parts are put together soon; what a full buffer makes is larger.
    private static final double SMALL_MB = 4;

    private static final double MOST_PARTS = 10;

    private static final SearcherFactory RANKED =
            new SearcherFactory() {
                @Override
                public IndexSearcher newSearcher(
                        IndexReader reader, @Nullable IndexReader previous) {
                    var searcher = new IndexSearcher(reader);
                    searcher.setSimilarity(new Ranking());
                    return searcher;
                }
            };

    private final Directory directory;
    private final @Nullable IndexWriter writer;
    private final @Nullable SearcherManager searchers;
    private final @Nullable IOException obstacle;
    private @Nullable Batch batch;

    private TextIndex(
            Directory directory,
            @Nullable IndexWriter writer,
            @Nullable SearcherManager searchers,
            @Nullable IOException obstacle) {
        this.directory = directory;
        this.writer = writer;
        this.searchers = searchers;
        this.obstacle = obstacle;
    }

    /// Opens what is there to write to it, or only to read it when another process writes.
    public static TextIndex open(Path folder) throws IOException {
        PrivateFiles.directories(folder);
        var directory = new IndexFolder(folder);
        try {
            return writing(directory, folder);
        } catch (LockObtainFailedException _) {
            return reading(directory, null);
        } catch (IOException e) {
            if (IndexFailure.isDamage(e)) {
                throw e;
            }
            // A full disk can still be searched.
            return reading(directory, e);
        }
    }

    private static TextIndex writing(Directory directory, Path folder) throws IOException {
        try {
            return writing(directory, isOurs(directory));
        } catch (LockObtainFailedException e) {
            throw e;
        } catch (IOException | IllegalArgumentException e) {
            if (!IndexFailure.isDamage(e)) {
                throw e;
            }
            LoggerFactory.getLogger(TextIndex.class)
                    .warn("{} cannot be used and is made again: {}", folder, e.toString());
            return writing(directory, false);
        }
    }

    private static boolean isOurs(Directory directory) throws IOException {
        try {
            var data = SegmentInfos.readLatestCommit(directory).getUserData();
            return VERSION.equals(data.get(VERSION_KEY));
        } catch (IndexNotFoundException
                | IndexFormatTooOldException
                | IndexFormatTooNewException _) {
            return false;
        }
    }

    /// Nobody who has it open may lose it.
    private static void empty(Directory directory) throws IOException {
        try (var lock = directory.obtainLock(IndexWriter.WRITE_LOCK_NAME)) {
            for (var file : directory.listAll()) {
                if (!file.equals(IndexWriter.WRITE_LOCK_NAME)) {
                    lock.ensureValid();
                    directory.deleteFile(file);
                }
            }
        }
    }

    private static TextIndex writing(Directory directory, boolean isKept) throws IOException {
        if (!isKept) {
            empty(directory);
        }
        var config = new IndexWriterConfig().setCodec(new BatchCodec());
        var merges =
                new ConcurrentMergeScheduler() {
                    @Override
                    protected void handleMergeException(Throwable failure) {
                        // The writer knows it, too, and tells it with its next call.
                    }
                };
        merges.setMaxMergesAndThreads(2, 1);
        config.setMergeScheduler(merges);
        config.setMergePolicy(
                new TieredMergePolicy().setFloorSegmentMB(SMALL_MB).setSegmentsPerTier(MOST_PARTS));
        var writer = new IndexWriter(directory, config);
        try {
            writer.setLiveCommitData(Map.of(VERSION_KEY, VERSION).entrySet());
            writer.commit();
            return new TextIndex(directory, writer, new SearcherManager(writer, RANKED), null);
        } catch (IOException | RuntimeException e) {
            writer.rollback();
            throw e;
        }
    }

    private static TextIndex reading(Directory directory, @Nullable IOException obstacle) {
        try {
            var searchers = isOurs(directory) ? new SearcherManager(directory, RANKED) : null;
            return new TextIndex(directory, null, searchers, obstacle);
        } catch (IOException _) {
            // Whoever writes will put it right.
            return new TextIndex(directory, null, null, obstacle);
        }
    }

    /// Why it cannot be written, if that is not because another process does.
    public @Nullable IOException obstacle() {
        return obstacle;
    }

    public boolean isWriter() {
        return writer != null;
    }

    private IndexWriter writer() {
        if (writer == null) {
            throw new IllegalStateException("Another process writes");
        }
        return writer;
    }

    public void add(Batch.Key key, Document turn, Map<Role, PackedWords> words) throws IOException {
        if (batch == null) {
            batch = new Batch();
        }
        batch.add(key, turn, words);
        if (batch.isFull()) {
            flush();
        }
    }

    private void flush() throws IOException {
        if (batch != null) {
            try (var full = batch) {
                batch = null;
                full.writeTo(writer());
            }
        }
    }

    /// Forgets the turns of a file from an event on.
    public void deleteFrom(String file, long first) throws IOException {
        forget(file, key -> key.first() >= first);
        writer().deleteDocuments(
                        new BooleanQuery.Builder()
                                .add(new TermQuery(new Term(Fields.FILE, file)), Occur.FILTER)
                                .add(
                                        LongPoint.newRangeQuery(
                                                Fields.FIRST, first, Long.MAX_VALUE),
                                        Occur.FILTER)
                                .build());
    }

    private void forget(String file, Predicate<Batch.Key> isUnwanted) {
        if (batch != null) {
            batch.deleteIf(file, isUnwanted);
        }
    }

    public void deleteSession(String file, String session) throws IOException {
        forget(file, key -> key.session().equals(session));
        writer().deleteDocuments(
                        new BooleanQuery.Builder()
                                .add(new TermQuery(new Term(Fields.FILE, file)), Occur.FILTER)
                                .add(new TermQuery(new Term(Fields.SESSION, session)), Occur.FILTER)
                                .build());
    }

    public void deleteFile(String file) throws IOException {
        forget(file, _ -> true);
        writer().deleteDocuments(new Term(Fields.FILE, file), new Term(Fields.STATE, file));
    }

    public void deleteAll() throws IOException {
        if (batch != null) {
            batch.deleteAll();
        }
        writer().deleteAll();
    }

    public void put(String file, FileState state) throws IOException {
        var document = new Document();
        document.add(new StringField(Fields.STATE, file, Field.Store.NO));
        document.add(
                new SortedDocValuesField(
                        Fields.STATE, new BytesRef(file.getBytes(StandardCharsets.UTF_8))));
        document.add(new BinaryDocValuesField(Fields.FACTS, state.packed()));
        forget(file, key -> key.first() == STATE);
        writer().deleteDocuments(new Term(Fields.STATE, file));
        add(new Batch.Key(file, "", STATE), document, Map.of());
    }

    /// How far every file is indexed.
    public Map<String, FileState> states() throws IOException {
        var states = new HashMap<String, FileState>();
        var searcher = searcher();
        if (searcher.isEmpty()) {
            return states;
        }
        try {
            for (var leaf : searcher.get().getIndexReader().leaves()) {
                var reader = leaf.reader();
                var files = reader.getSortedDocValues(Fields.STATE);
                var packed = reader.getBinaryDocValues(Fields.FACTS);
                if (files == null || packed == null) {
                    continue;
                }
                var live = reader.getLiveDocs();
                for (var doc = files.nextDoc();
                        doc != DocIdSetIterator.NO_MORE_DOCS;
                        doc = files.nextDoc()) {
                    if ((live == null || live.get(doc)) && packed.advanceExact(doc)) {
                        var file = files.lookupOrd(files.ordValue()).utf8ToString();
                        states.put(file, FileState.unpack(packed.binaryValue()));
                    }
                }
            }
        } finally {
            release(searcher.get());
        }
        return states;
    }

    /// Makes what was added visible to those who search.
    public void refresh() throws IOException {
        flush();
        if (searchers != null) {
            searchers.maybeRefreshBlocking();
        }
    }

    public void commit() throws IOException {
        flush();
        writer().commit();
    }

    /// What can be searched now; empty when there is nothing yet. To be given back.
    public Optional<IndexSearcher> searcher() throws IOException {
        return searchers == null ? Optional.empty() : Optional.of(searchers.acquire());
    }

    public void release(IndexSearcher searcher) throws IOException {
        if (searchers != null) {
            searchers.release(searcher);
        }
    }

    /// Ends without waiting for what could be tidied up. What cannot be written is left out; the
    /// lock is given back in any case.
    @Override
    public void close() throws IOException {
        try {
            if (writer != null && writer.isOpen()) {
                flush();
                writer.commit();
            }
        } finally {
            IOUtils.close(
                    searchers, writer == null ? null : (Closeable) writer::rollback, directory);
        }
    }
}
