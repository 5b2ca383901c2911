package dev.parley;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;

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
                            "search",
                            "history",
                            "terminal",
                            "work",
                            "worktree",
                            "registry",
                            "session",
                            "provider",
                            "model",
                            "wire",
                            "process",
                            "event",
                            "json",
                            "disk",
                            "problem",
                            "resource",
                            "screen"),
                    new Layer("terminal", "provider", "process", "event", "problem"),
                    new Layer(
                            "work",
                            "worktree",
                            "registry",
                            "session",
                            "store",
                            "config",
                            "provider",
                            "model",
                            "wire",
                            "process",
                            "event",
                            "json",
                            "disk",
                            "problem"),
                    new Layer("worktree", "process", "json", "disk", "problem"),
                    new Layer("registry", "provider", "json", "problem"),
                    new Layer(
                            "session",
                            "store",
                            "provider",
                            "model",
                            "wire",
                            "process",
                            "event",
                            "json",
                            "problem"),
                    new Layer("search", "history", "stored", "event", "json", "disk", "problem"),
                    new Layer(
                            "history",
                            "provider",
                            "stored",
                            "event",
                            "json",
                            "disk",
                            "problem",
                            "resource",
                            "screen"),
                    new Layer("store", "json", "disk", "problem", "resource"),
                    new Layer("config", "model", "process", "json", "problem"),
                    new Layer(
                            "provider",
                            "stored",
                            "wire",
                            "process",
                            "event",
                            "json",
                            "disk",
                            "problem",
                            "resource"),
                    new Layer("stored", "wire", "event", "json", "problem"),
                    new Layer("model", "json", "problem", "resource"),
                    new Layer("wire", "event", "json", "problem"),
                    new Layer("process", "json", "disk", "problem", "resource"),
                    new Layer("event", "json", "problem"),
                    new Layer("json", "disk", "problem"),
                    new Layer("disk", "problem"),
                    new Layer("problem"),
                    new Layer("resource"),
                    new Layer("screen"));

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

    @Test
    void thereAreNoCycles() {
        slices().matching("dev.parley.(*)..").should().beFreeOfCycles().check(CLASSES);
        slices().matching("dev.parley.door.(*)..").should().beFreeOfCycles().check(CLASSES);
    }
}
