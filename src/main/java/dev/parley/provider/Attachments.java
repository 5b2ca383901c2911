package dev.parley.provider;

import dev.parley.base.disk.PrivateFiles;
import dev.parley.event.Action;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// What goes along with a prompt. CLIs take it by the names of files, which lie in a directory of
/// their own while the turn runs.
///
/// @param schema the JSON schema the answer is to have
/// @param directory where the files are while they are needed
public record Attachments(Optional<String> schema, List<Action.Image> images, Path directory) {
    public static final Attachments NONE =
            new Attachments(Optional.empty(), List.of(), Path.of("/nowhere"));

    public Attachments {
        images = List.copyOf(images);
    }

    public boolean isEmpty() {
        return schema.isEmpty() && images.isEmpty();
    }

    Path schemaFile() {
        return directory.resolve("schema.json");
    }

    List<Path> imageFiles() {
        var files = new ArrayList<Path>();
        for (var image : images) {
            files.add(directory.resolve("image-" + (files.size() + 1) + "." + extension(image)));
        }
        return files;
    }

    private static String extension(Action.Image image) {
        return image.mediaType().replaceFirst("^image/", "").replace("jpeg", "jpg");
    }

    /// Writes the files, for nobody else to read.
    public void write() throws IOException {
        if (isEmpty()) {
            return;
        }
        PrivateFiles.directoryOf(directory);
        Files.createDirectory(
                directory,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        if (schema.isPresent()) {
            PrivateFiles.write(schemaFile(), schema.get().getBytes(StandardCharsets.UTF_8));
        }
        var files = imageFiles();
        for (var at = 0; at < files.size(); at++) {
            PrivateFiles.write(files.get(at), Base64.getDecoder().decode(images.get(at).data()));
        }
    }

    public void delete() throws IOException {
        if (isEmpty()) {
            return;
        }
        for (var file : imageFiles()) {
            Files.deleteIfExists(file);
        }
        Files.deleteIfExists(schemaFile());
        Files.deleteIfExists(directory);
    }
}
