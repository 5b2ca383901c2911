package dev.parley;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;

import dev.parley.base.log.LogLine;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.io.FileDescriptor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Imports point one way: doors see the work, the work sees the providers, and so on downwards.
/// [App], [Main] and [Training] put everything together and may see all.
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
                    new Layer(
                            "door",
                            "work",
                            "workspace",
                            "history",
                            "sessionfile",
                            "session",
                            "config",
                            "provider",
                            "process",
                            "wire",
                            "api",
                            "event",
                            "base"),
                    new Layer(
                            "work",
                            "workspace",
                            "session",
                            "store",
                            "config",
                            "provider",
                            "process",
                            "wire",
                            "api",
                            "event",
                            "base"),
                    new Layer("workspace", "provider", "process", "api", "event", "base"),
                    new Layer(
                            "session",
                            "store",
                            "provider",
                            "process",
                            "wire",
                            "api",
                            "event",
                            "base"),
                    new Layer("history", "provider", "sessionfile", "api", "event", "base"),
                    new Layer("config", "provider", "process", "api", "base"),
                    new Layer("store", "api", "event", "base"),
                    new Layer("ticket", "tool", "store", "wire", "api", "event", "base"),
                    new Layer("provider", "sessionfile", "wire", "process", "api", "event", "base"),
                    new Layer("tool", "process", "wire", "api", "event", "base"),
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
                    "session.pool",
                    "session.store");

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
        // The commands build the program, so they are the one door that knows the root.
        classes()
                .that()
                .resideInAPackage("dev.parley." + layer.name() + "..")
                .and()
                .resideOutsideOfPackage("dev.parley.door.cli..")
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

    /// Checked for every package by itself, so that rooms inside a room count too.
    @Test
    void thereAreNoCycles() {
        slices().matching("dev.parley.(**)").should().beFreeOfCycles().check(CLASSES);
    }
}
