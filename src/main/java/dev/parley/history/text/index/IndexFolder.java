package dev.parley.history.text.index;

import dev.parley.base.disk.PrivateFiles;

import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.NIOFSDirectory;

import java.io.IOException;
import java.nio.file.Path;

/// The files of the index, for their owner only. They are not mapped: that would count them as our
/// memory, as large as they are.
final class IndexFolder extends NIOFSDirectory {
    IndexFolder(Path folder) throws IOException {
        super(folder);
        PrivateFiles.file(folder.resolve(IndexWriter.WRITE_LOCK_NAME));
    }

    @Override
    public IndexOutput createOutput(String name, IOContext context) throws IOException {
        return restricted(super.createOutput(name, context));
    }

    @Override
    public IndexOutput createTempOutput(String prefix, String suffix, IOContext context)
            throws IOException {
        return restricted(super.createTempOutput(prefix, suffix, context));
    }

    private IndexOutput restricted(IndexOutput out) throws IOException {
        PrivateFiles.restrict(getDirectory().resolve(out.getName()));
        return out;
    }
}
