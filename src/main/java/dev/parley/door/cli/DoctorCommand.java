package dev.parley.door.cli;

import dev.parley.base.resource.Version;
import dev.parley.base.screen.Visible;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.ServerRecord;
import dev.parley.door.cli.shared.StateStyle;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.door.cli.shared.Table;
import dev.parley.work.check.Doctor;
import dev.parley.work.check.ProviderSmokeTest;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.util.ArrayList;
import java.util.List;
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
            "Every file of yours is looked at by itself, and nothing is made.",
            "Exit codes: 0 all is well, 1 Parley lacks something, a file is broken or, with --real, an agent failed."
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
            var table =
                    new Table("PROVIDER", "OK", "SECONDS", "PERMISSION", "ANSWER")
                            .numbers(2)
                            .spare(3)
                            .styled(apps.get()::colour, 0)
                            .styled(StateStyle::of, 1);
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
        var report = withServers(apps.get().checkup().run());
        if (json) {
            console.printJson(report);
        } else {
            print(report);
        }
        return report.findings().stream().allMatch(Doctor.Finding::ok) ? 0 : 1;
    }

    private Doctor.Report withServers(Doctor.Report report) {
        var all = new ArrayList<>(report.findings());
        var servers = ServerRecord.running(apps.get().directories().servers());
        servers.forEach(server -> all.add(new Doctor.Finding("server", true, running(server))));
        if (servers.isEmpty()) {
            all.add(new Doctor.Finding("server", true, "none runs"));
        }
        return new Doctor.Report(report.providers(), List.copyOf(all));
    }

    private static String running(ServerRecord server) {
        var version = server.version().isEmpty() ? "an older version" : server.version();
        return "process %d on port %d, %s%s"
                .formatted(
                        server.process(),
                        server.port(),
                        version,
                        version.equals(Version.current())
                                ? ""
                                : "; this is " + Version.current() + ", start it again");
    }

    private void print(Doctor.Report report) {
        var table =
                new Table("PROVIDER", "INSTALLED", "VERSION", "SIGNED IN", "PATH", "HOME")
                        .whole(0, 1, 3)
                        .paths(4, 5)
                        .spare(4, 5)
                        .styled(apps.get()::colour, 0)
                        .styled(StateStyle::of, 1, 3);
        for (var provider : report.providers()) {
            table.row(
                    provider.id(),
                    provider.installed() ? "yes" : "no",
                    version(provider),
                    signedIn(provider),
                    provider.path() == null ? "-" : provider.path(),
                    provider.home() + (provider.homeExists() ? "" : " (not there yet)"));
        }
        table.print(console.out());
        console.println("");
        for (var provider : report.providers()) {
            console.paragraph(provider.name() + " can: " + abilities(provider));
            if (!provider.installed()) {
                console.paragraph("  install it with: " + provider.install());
            } else if (Boolean.FALSE.equals(provider.signedIn()) && provider.signIn() != null) {
                console.paragraph("  no sign-in was seen: " + provider.signIn());
            }
        }
        console.println("");
        var findings = new Table("PARLEY NEEDS", "", "").whole(0, 1).styled(StateStyle::of, 1);
        report.findings()
                .forEach(finding ->
                        findings.row(
                                finding.name(), finding.ok() ? "ok" : "PROBLEM", finding.detail()));
        findings.print(console.out());
        report.findings().stream()
                .filter(finding -> !finding.ok())
                .forEach(finding -> console.paragraph(wrong(finding)));
    }

    /// Whole: in the table it may be cut.
    private static String wrong(Doctor.Finding finding) {
        return "  " + finding.name() + ": " + Visible.oneLine(finding.detail());
    }

    /// What is set up in a CLI's own settings cannot be seen.
    private static String signedIn(Doctor.ProviderReport provider) {
        if (provider.signedIn() == null) {
            return "-";
        }
        return provider.signedIn() ? "yes" : "not seen";
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
