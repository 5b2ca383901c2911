package dev.parley.store.sqlite;

import dev.parley.base.disk.PrivateFiles;

import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// SQLite's native library. The driver would unpack it anew at every start and leave it behind when
/// it is killed; here it is unpacked once per version, below Parley's data.
final class NativeLibrary {
    private NativeLibrary() {}

    /// Must run before the driver is first used. Without success the driver helps itself.
    static void prepare(Path directory) {
        try {
            var name = LibraryLoaderUtil.getNativeLibName();
            var folder = directory.resolve("sqlite-" + SQLiteJDBCLoader.getVersion());
            var library = folder.resolve(name);
            if (!Files.exists(library) || isDoubtful(library)) {
                unpack(LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name, library);
            }
            System.setProperty("org.sqlite.lib.path", folder.toString());
            System.setProperty("org.sqlite.lib.name", name);
        } catch (IOException e) {
            LoggerFactory.getLogger(NativeLibrary.class)
                    .debug("SQLite's library could not be unpacked below {}", directory, e);
        }
    }

    /// Somebody else could have put another one there.
    private static boolean isDoubtful(Path library) throws IOException {
        return PrivateFiles.isOpenToOthers(library)
                || PrivateFiles.isOpenToOthers(library.resolveSibling(""));
    }

    /// Under another name first: a second Parley must not load half a library.
    private static void unpack(String resource, Path library) throws IOException {
        PrivateFiles.close(PrivateFiles.directoryOf(library), library);
        try (var in = SQLiteJDBCLoader.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("no " + resource + " in the driver");
            }
            var temporary = Files.createTempFile(library.getParent(), "unpack", null);
            // Copying would replace the file by one that is as open as the umask lets it be.
            try (var out = Files.newOutputStream(temporary)) {
                in.transferTo(out);
            }
            Files.move(temporary, library, StandardCopyOption.ATOMIC_MOVE);
        }
    }
}
