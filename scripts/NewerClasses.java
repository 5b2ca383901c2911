import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Gives the classes of jars that were compiled for Java 5 what a start-up cache needs of them: the
/// stack maps that compilers write since Java 7. What the classes do stays the same. A jar without
/// such classes is left alone.
///
///     java scripts/NewerClasses.java JAR…
final class NewerClasses {
    private static final int STACK_MAPS_SINCE = ClassFile.JAVA_7_VERSION;
    private static final int VERSION = ClassFile.JAVA_8_VERSION;

    private NewerClasses() {}

    public static void main(String[] jars) throws IOException {
        for (var jar : jars) {
            renew(Path.of(jar));
        }
    }

    private static void renew(Path jar) throws IOException {
        var files = read(jar);
        if (files.values().stream().noneMatch(NewerClasses::isOld)) {
            return;
        }
        ClassHierarchyResolver resolver = ClassHierarchyResolver.ofResourceParsing(
                        (ClassDesc type) -> stream(files.get(path(type))))
                .orElse(ClassHierarchyResolver.defaultResolver());
        var classes = ClassFile.of(
                ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
                ClassFile.ClassHierarchyResolverOption.of(resolver));
        files.replaceAll((_, bytes) -> isOld(bytes) ? renewed(classes, bytes) : bytes);
        write(files, jar);
    }

    private static byte[] renewed(ClassFile classes, byte[] bytes) {
        var version = ClassTransform.ofStateful(() -> (builder, element) -> {
            if (element instanceof ClassFileVersion) {
                builder.withVersion(VERSION, 0);
            } else {
                builder.with(element);
            }
        });
        // Code is taken apart and put together again, or it would be copied as it is.
        var code = ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL);
        return classes.transformClass(classes.parse(bytes), version.andThen(code));
    }

    private static boolean isOld(byte[] bytes) {
        return bytes.length > 8
                && (bytes[0] & 0xff) == 0xca
                && (bytes[1] & 0xff) == 0xfe
                && ((bytes[6] & 0xff) << 8 | bytes[7] & 0xff) < STACK_MAPS_SINCE;
    }

    private static String path(ClassDesc type) {
        var name = type.descriptorString();
        return name.substring(1, name.length() - 1) + ".class";
    }

    private static InputStream stream(byte[] bytes) {
        return bytes == null ? null : new java.io.ByteArrayInputStream(bytes);
    }

    private static Map<String, byte[]> read(Path jar) throws IOException {
        var files = new LinkedHashMap<String, byte[]>();
        try (var from = new JarFile(jar.toFile())) {
            for (var entry : from.stream().filter(it -> !it.isDirectory()).toList()) {
                files.put(entry.getName(), from.getInputStream(entry).readAllBytes());
            }
        }
        return files;
    }

    /// Under another name first; with the same bytes each time.
    private static void write(Map<String, byte[]> files, Path jar) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var to = new ZipOutputStream(bytes)) {
            for (var file : files.entrySet()) {
                var entry = new ZipEntry(file.getKey());
                entry.setTimeLocal(java.time.LocalDateTime.of(2026, 1, 1, 0, 0));
                to.putNextEntry(entry);
                to.write(file.getValue());
            }
        }
        var next = jar.resolveSibling(jar.getFileName() + ".new");
        Files.write(next, bytes.toByteArray());
        Files.move(next, jar, StandardCopyOption.REPLACE_EXISTING);
    }
}
