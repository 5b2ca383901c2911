package dev.parley.door.cli;

import dev.parley.work.Doctor;
import dev.parley.work.ProviderSmokeTest;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// `parley doctor`: what is installed, and whether Parley has what it needs; or, when asked to,
/// whether the agents really answer.
@Command(
        name = "doctor",
        description =
                "Show which agents are installed, what they can do, and whether Parley has what it needs.",
        footer = {
            "",
            "Exit codes: 0 all is well, 1 Parley lacks something or, with --real, an agent failed."
        })
final class DoctorCommand extends Subcommand {
    private static final int LONGEST_ANSWER = 100;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Option(
            names = "--real",
            description =
                    "Ask every installed agent one question, with your own logins and settings, and show what it answered. This costs a few tokens each.")
    private boolean real;

    DoctorCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    @Override
    public Integer call() throws InterruptedException {
        return real ? ask() : look();
    }

    private int ask() throws InterruptedException {
        var results = apps.get().trial().run(console.err()::println);
        if (json) {
            console.printJson(Map.of("answers", results));
        } else {
            var table = new Table("PROVIDER", "OK", "SECONDS", "PERMISSION", "ANSWER");
            results.forEach(result ->
                    table.row(
                            result.id(),
                            result.ok() ? "yes" : "NO",
                            Double.toString(result.seconds()),
                            result.permission().wireName(),
                            oneLine(result.ok() ? result.answer() : result.error())));
            table.print(console.out());
        }
        return results.stream().allMatch(ProviderSmokeTest.Result::ok) ? 0 : 1;
    }

    private static String oneLine(@Nullable String text) {
        var line = text == null ? "" : text.replaceAll("\\s+", " ");
        return line.length() > LONGEST_ANSWER ? line.substring(0, LONGEST_ANSWER) + "…" : line;
    }

    private int look() throws InterruptedException {
        if (console.isInteractive()) {
            console.err().println("Asking every CLI for its version …");
        }
        var report = apps.get().checkup().run();
        if (json) {
            console.printJson(report);
        } else {
            print(report);
        }
        return report.findings().stream().allMatch(Doctor.Finding::ok) ? 0 : 1;
    }

    private void print(Doctor.Report report) {
        var table =
                new Table("PROVIDER", "INSTALLED", "VERSION", "PATH", "HOME").whole(0, 1).paths(3);
        for (var provider : report.providers()) {
            table.row(
                    provider.id(),
                    provider.installed() ? "yes" : "no",
                    version(provider),
                    provider.path() == null ? "-" : provider.path(),
                    provider.home() + (provider.homeExists() ? "" : " (not there yet)"));
        }
        table.print(console.out());
        console.println("");
        for (var provider : report.providers()) {
            console.println(provider.name() + " can: " + abilities(provider));
            if (!provider.installed()) {
                console.println("  install it with: " + provider.install());
            }
        }
        console.println("");
        var findings = new Table("PARLEY NEEDS", "", "");
        report.findings()
                .forEach(finding ->
                        findings.row(
                                finding.name(), finding.ok() ? "ok" : "PROBLEM", finding.detail()));
        findings.print(console.out());
    }

    private static String version(Doctor.ProviderReport provider) {
        if (!provider.installed()) {
            return provider.minimumVersion() == null
                    ? "-"
                    : "(needs " + provider.minimumVersion() + ")";
        }
        if (provider.version() == null) {
            return "unknown";
        }
        return Boolean.FALSE.equals(provider.minimumVersionMet())
                ? provider.version() + " (too old, needs " + provider.minimumVersion() + ")"
                : provider.version();
    }

    private static String abilities(Doctor.ProviderReport provider) {
        return provider.capabilities().stream()
                        .map(capability ->
                                capability.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                        .collect(Collectors.joining(", "))
                + "; permission "
                + provider.permissions().stream()
                        .map(mode -> mode.wireName())
                        .collect(Collectors.joining(", "));
    }
}
