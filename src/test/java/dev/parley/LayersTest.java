package dev.parley;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;

import dev.parley.base.log.LogLine;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.FileDescriptor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Imports point one way: doors see the work, the work sees the providers, and so on downwards.
/// [App], [Main] and [Training] put everything together: they see all, and nobody sees them.
class LayersTest {
    /// A package and the others it may import, by their names below `dev.parley`.
    private record Layer(String name, String... sees) {
        @Override
        public String toString() {
            return name;
        }
    }

    /// From top to bottom. A new package gets its line here.
    private static final List<Layer> LAYERS =
            List.of(
                    new Layer("door", "work", "tool", "wire", "api", "event", "base"),
                    new Layer(
                            "work",
                            "room",
                            "ticket",
                            "tool",
                            "workspace",
                            "history",
                            "session",
                            "store",
                            "config",
                            "modelapi",
                            "provider",
                            "portable",
                            "process",
                            "wire",
                            "api",
                            "event",
                            "base"),
                    new Layer("workspace", "provider", "process", "api", "event", "base"),
                    new Layer(
                            "session",
                            "tool",
                            "store",
                            "provider",
                            "process",
                            "wire",
                            "api",
                            "event",
                            "base"),
                    new Layer(
                            "history",
                            "provider",
                            "portable",
                            "sessionfile",
                            "api",
                            "event",
                            "base"),
                    new Layer("config", "modelapi", "provider", "process", "api", "event", "base"),
                    new Layer("modelapi", "event", "base"),
                    new Layer("store", "process", "api", "event", "base"),
                    new Layer("ticket", "tool", "store", "wire", "api", "event", "base"),
                    new Layer("room", "api", "event", "base"),
                    new Layer(
                            "provider",
                            "portable",
                            "sessionfile",
                            "wire",
                            "process",
                            "api",
                            "event",
                            "base"),
                    new Layer("tool", "process", "wire", "api", "event", "base"),
                    new Layer("portable", "sessionfile", "event", "base"),
                    new Layer("sessionfile", "wire", "event", "base"),
                    new Layer("wire", "event", "base"),
                    new Layer("process", "base"),
                    new Layer("api", "event", "base"),
                    new Layer("event", "base"),
                    new Layer("base"));

    /// Rooms inside a room: nobody outside sees them.
    private static final List<String> CLOSED_ROOMS =
            List.of(
                    "history.catalog",
                    "history.text.hit",
                    "history.text.index",
                    "history.text.query",
                    "history.text.words",
                    "session.pool");

    /// Formats that more than one CLI speaks.
    private static final String[] SHARED_FORMATS = {
        "dev.parley.provider.acp..", "dev.parley.provider.plain..", "dev.parley.provider.shared.."
    };

    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .importUrl(App.class.getProtectionDomain().getCodeSource().getLocation());

    @ParameterizedTest
    @FieldSource("LAYERS")
    void importsPointDownwards(Layer layer) {
        var seen =
                Stream.concat(Stream.of(layer.name()), Arrays.stream(layer.sees()))
                        .map(name -> "dev.parley." + name + "..")
                        .toArray(String[]::new);
        classes()
                .that()
                .resideInAPackage("dev.parley." + layer.name() + "..")
                .should()
                .onlyDependOnClassesThat(
                        resideOutsideOfPackage("dev.parley..").or(resideInAnyPackage(seen)))
                .check(CLASSES);
    }

    @Test
    void everyPackageHasItsPlace() {
        assertEquals(
                LAYERS.stream().map(Layer::name).collect(Collectors.toSet()),
                CLASSES.stream()
                        .map(type -> type.getPackageName().split("\\."))
                        .filter(parts -> parts.length > 2)
                        .map(parts -> parts[2])
                        .collect(Collectors.toSet()));
    }

    /// Short commands must not pay for them.
    @Test
    void theEditorAndMarkdownAreLoadedWhereTheyAreUsed() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.parley.door.cli.live..", "dev.parley.door.cli.past..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.jline..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.parley.door.render..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.commonmark..")
                .check(CLASSES);
    }

    /// What goes to a terminal goes through the streams that [Main] made for it.
    @Test
    void nobodyPrintsPastTheConsole() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(Main.class.getName())
                .and()
                .doNotHaveFullyQualifiedName(Training.class.getName())
                .and()
                .doNotHaveFullyQualifiedName(LogLine.class.getName()) // made by the JDK
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .accessField(FileDescriptor.class, "out")
                .orShould()
                .accessField(FileDescriptor.class, "err")
                .check(CLASSES);
    }

    @ParameterizedTest
    @FieldSource("CLOSED_ROOMS")
    void aRoomInsideARoomIsSeenFromThereOnly(String closed) {
        var room = closed.substring(0, closed.lastIndexOf('.'));
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.parley." + room + "..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.parley." + closed + "..")
                .check(CLASSES);
    }

    /// What all CLIs have in common knows none of them; only the list of those that ship does.
    @Test
    void theCoreOfTheProvidersSeesNoFolder() {
        noClasses()
                .that()
                .resideInAPackage("dev.parley.provider")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.parley.provider.*..")
                .check(CLASSES);
    }

    @ParameterizedTest
    @MethodSource("providerFolders")
    void theFolderOfAProviderSeesNoOtherBesideTheSharedFormats(String folder) {
        classes()
                .that()
                .resideInAPackage(folder + "..")
                .should()
                .onlyDependOnClassesThat(
                        resideOutsideOfPackage("dev.parley.provider.*..")
                                .or(resideInAnyPackage(folder + ".."))
                                .or(resideInAnyPackage(SHARED_FORMATS)))
                .check(CLASSES);
    }

    static Stream<String> providerFolders() {
        return CLASSES.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> name.startsWith("dev.parley.provider."))
                .filter(name -> !name.equals("dev.parley.provider.builtin"))
                .distinct()
                .sorted();
    }

    /// How things are kept is behind an interface, so that they can be kept in another way.
    @Test
    void onlyTheRootSeesHowTheStoreKeepsThings() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.parley", "dev.parley.store.sqlite..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.parley.store.sqlite..")
                .check(CLASSES);
    }

    /// What MCP says is between the door that carries it and the tools.
    @Test
    void onlyTheDoorOfMcpSeesTheProtocol() {
        noClasses()
                .that()
                .resideInAPackage("dev.parley.door..")
                .and()
                .resideOutsideOfPackage("dev.parley.door.mcp..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.parley.tool..", "dev.parley.wire..")
                .check(CLASSES);
    }

    /// Byte scans are clever for speed: only those who build fast scans see them.
    @Test
    void onlyReadersOfSessionFilesSeeTheScanners() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "dev.parley.sessionfile..", "dev.parley.provider..", "dev.parley.history..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.parley.sessionfile.scan..")
                .check(CLASSES);
    }

    /// Checked for every package by itself, so that rooms inside a room and the root count too.
    @Test
    void thereAreNoCycles() {
        slices().matching("dev.(**)").should().beFreeOfCycles().check(CLASSES);
    }
}
