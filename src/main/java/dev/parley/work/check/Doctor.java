package dev.parley.work.check;

import static java.util.stream.Collectors.joining;

import dev.parley.api.Capability;
import dev.parley.base.disk.Directories;
import dev.parley.base.disk.DiskProblem;
import dev.parley.base.problem.Problem;
import dev.parley.event.Permission;
import dev.parley.process.Executables;
import dev.parley.provider.Installation;
import dev.parley.provider.Installations;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.Providers;
import dev.parley.tool.own.BrokenTool;
import dev.parley.tool.own.OwnTools;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntSupplier;

/// Looks at the machine: which providers are here, and whether Parley itself has what it needs.
public final class Doctor {
    /// One provider as found.
    ///
    /// @param minimumVersionMet absent when the version is unknown
    /// @param signedIn whether a sign-in or a key was seen; absent where nothing can be said
    /// @param signIn how to sign in
    /// @param permissions of a single turn
    /// @param livePermissions of a live session
    /// @param liveEfforts how much its model can be told to think in a live session
    public record ProviderReport(
            String id,
            String name,
            String icon,
            String color,
            boolean installed,
            @Nullable String version,
            @Nullable String path,
            String home,
            boolean homeExists,
            @Nullable String minimumVersion,
            @Nullable Boolean minimumVersionMet,
            String install,
            @Nullable Boolean signedIn,
            @Nullable String signIn,
            List<Capability> capabilities,
            List<Permission> permissions,
            List<Permission> livePermissions,
            List<String> liveEfforts) {}

    /// One thing Parley needs.
    public record Finding(String name, boolean ok, String detail) {}

    public record Report(List<ProviderReport> providers, List<Finding> findings) {}

    private final Providers providers;
    private final Installations installations;
    private final UserFiles files;
    private final Directories directories;
    private final IntSupplier port;
    private final Map<String, String> environment;
    private final OwnTools tools;
    private final SignIns signIns;

    public Doctor(
            Providers providers,
            Installations installations,
            UserFiles files,
            IntSupplier port,
            Map<String, String> environment,
            OwnTools tools) {
        this.providers = providers;
        this.installations = installations;
        this.files = files;
        this.directories = files.directories();
        this.port = port;
        this.environment = environment;
        this.tools = tools;
        signIns = new SignIns(providers, environment);
    }

    /// Asks all CLIs at the same time; some take seconds to tell their version.
    public Report run() throws InterruptedException {
        var findings = new ArrayList<Finding>();
        findings.addAll(List.of(jdk(), git(), dataDirectory(), tokenFile(), port(), tools()));
        findings.addAll(files.findings());
        return new Report(providerReports(), List.copyOf(findings));
    }

    /// The providers whose CLI is not here. No CLI is asked anything, so this costs nothing.
    public List<String> missing() {
        return providers.all().stream()
                .filter(installations::isEnabled)
                .filter(profile -> !installations.isThere(profile))
                .map(ProviderProfile::id)
                .toList();
    }

    /// Where a CLI is that this process finds.
    ///
    /// @param name of the provider or of its command
    public Optional<Path> placeOf(String name) throws InterruptedException {
        for (var profile : providers.all()) {
            var isIt = profile.id().equals(name) || profile.command().name().equals(name);
            if (isIt && installations.isThere(profile)) {
                return installations.locate(profile).path();
            }
        }
        return Optional.empty();
    }

    public List<ProviderReport> providerReports() throws InterruptedException {
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<ProviderReport>> checks =
                    providers.all().stream()
                            .<Callable<ProviderReport>>map(
                                    profile -> () -> report(installations.check(profile)))
                            .toList();
            return executor.invokeAll(checks).stream().map(Doctor::result).toList();
        }
    }

    private static ProviderReport result(Future<ProviderReport> check) {
        try {
            return check.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("A provider could not be checked", e.getCause());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private ProviderReport report(Installation installation) {
        var profile = installation.profile();
        var home = profile.home().in(environment);
        return new ProviderReport(
                profile.id(),
                profile.name(),
                profile.icon(),
                profile.color(),
                installation.isInstalled(),
                installation.version().orElse(null),
                installation.path().map(Path::toString).orElse(null),
                home.toString(),
                Files.isDirectory(home),
                profile.version().minimum(),
                installation.version().isPresent() ? installation.isRecentEnough() : null,
                profile.install(),
                signIns.isSeen(profile).orElse(null),
                profile.findSignIn().map(ProviderProfile.SignIn::how).orElse(null),
                profile.capabilities().stream().sorted().toList(),
                profile.findOneShot()
                        .map(oneShot -> oneShot.permissions().keySet().stream().sorted().toList())
                        .orElse(List.of()),
                profile.findLive()
                        .map(live -> live.permissions().keySet().stream().sorted().toList())
                        .orElse(List.of()),
                profile.liveEfforts());
    }

    private static Finding jdk() {
        return new Finding(
                "jdk",
                Runtime.version().feature() >= 25,
                Runtime.version() + " in " + System.getProperty("java.home"));
    }

    private Finding git() {
        return Executables.find("git", environment.getOrDefault("PATH", ""))
                .map(path -> new Finding("git", true, path.toString()))
                .orElse(new Finding("git", false, "not on the PATH; install git"));
    }

    private Finding dataDirectory() {
        var data = directories.data();
        if (!Files.exists(data)) {
            return notYet(data);
        }
        if (!Files.isDirectory(data) || !Files.isWritable(data)) {
            return new Finding("data", false, data + " (not writable)");
        }
        try {
            // Only that shows whether there is room.
            var probe = Files.write(Files.createTempFile(data, "doctor", ".tmp"), new byte[4096]);
            Files.delete(probe);
            return new Finding("data", true, data.toString());
        } catch (IOException e) {
            var problem =
                    DiskProblem.of(
                            data,
                            e,
                            Problem.brokenConfiguration(data + " cannot be written to: " + e, ""));
            return new Finding("data", false, problem.message());
        }
    }

    private static Finding notYet(Path data) {
        var above = data.toAbsolutePath().getParent();
        while (above != null && !Files.exists(above)) {
            above = above.getParent();
        }
        return above != null && Files.isDirectory(above) && Files.isWritable(above)
                ? new Finding("data", true, data + " (made when it is first needed)")
                : new Finding("data", false, data + " is not there and cannot be made in " + above);
    }

    private Finding tokenFile() {
        var file = directories.tokenFile();
        if (!Files.exists(file)) {
            return new Finding("token", true, file + " (made by the first `parley up`)");
        }
        try {
            var mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
            var isPrivate = mode.endsWith("------");
            return new Finding(
                    "token",
                    isPrivate,
                    file + " " + mode + (isPrivate ? "" : "; run chmod 600 on it"));
        } catch (IOException | UnsupportedOperationException e) {
            return new Finding("token", false, file + ": " + e.getMessage());
        }
    }

    private Finding tools() {
        var broken = tools.broken();
        return new Finding(
                "tools",
                broken.isEmpty(),
                broken.isEmpty()
                        ? directories.tools().toString()
                        : broken.stream().map(BrokenTool::reason).collect(joining(" ")));
    }

    private Finding port() {
        try {
            return port(port.getAsInt());
        } catch (Problem problem) {
            return new Finding("port", false, problem.message() + " " + problem.remedy());
        }
    }

    private static Finding port(int port) {
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return new Finding("port", true, socket.getLocalPort() + " is free");
        } catch (IOException _) {
            return new Finding("port", true, port + " is in use, by Parley or another program");
        }
    }
}
