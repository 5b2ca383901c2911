package dev.parley.work.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.base.problem.Problem;
import dev.parley.process.Executables;
import dev.parley.process.Supervisor;
import dev.parley.testing.Stub;
import dev.parley.work.service.SystemService.Kind;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import javax.xml.parsers.DocumentBuilderFactory;

class SystemServiceTest {
    @TempDir Path home;

    private Supervisor supervisor;
    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void open() {
        supervisor = new Supervisor(home.resolve("processes"));
        environment.put("HOME", home.toString());
        environment.put("PATH", home.resolve("bin") + ":/usr/bin:/bin");
    }

    @AfterEach
    void close() {
        supervisor.close();
    }

    private SystemService service(Kind kind, String... parley) {
        return new SystemService(
                kind, environment, List.of(parley), home.resolve("server.log"), supervisor);
    }

    @Test
    void theUnitStartsThisParleyWithThisPath() {
        environment.put("PARLEY_HOME", "/srv/100% mine");
        var unit = service(Kind.SYSTEMD, "/opt/a b/$x\"/parley").text(Optional.of(4790));
        assertThat(unit)
                .contains(
                        "ExecStart=\"/opt/a b/$$x\\\"/parley\" \"up\" \"--no-open\" \"--port\" \"4790\"\n",
                        "Environment=\"PATH=" + home.resolve("bin") + ":/usr/bin:/bin\"\n",
                        "Environment=\"PARLEY_HOME=/srv/100%% mine\"\n");
    }

    /// A machine with systemd says itself whether it understands the unit.
    @Test
    void systemdUnderstandsTheUnit() throws IOException, InterruptedException {
        var verify = Executables.find("systemd-analyze", "/usr/bin:/bin");
        assumeTrue(verify.isPresent(), "systemd-analyze is not here");
        var launcher = Stub.script(home, "par ley", "exit 0");
        var file = home.resolve("parley.service");
        Files.writeString(file, service(Kind.SYSTEMD, launcher.toString()).text(Optional.empty()));
        var process =
                new ProcessBuilder(verify.get().toString(), "verify", "--user", file.toString())
                        .redirectErrorStream(true)
                        .start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        assertThat(said).doesNotContain("parley.service");
    }

    @Test
    void thePropertyListIsWellFormed() throws Exception {
        var list = service(Kind.LAUNCHD, "/opt/<a>&b/parley").text(Optional.empty());
        var factory = DocumentBuilderFactory.newInstance();
        var document = factory.newDocumentBuilder().parse(new InputSource(new StringReader(list)));
        var words = document.getElementsByTagName("string");
        assertEquals("dev.parley", words.item(0).getTextContent());
        assertEquals("/opt/<a>&b/parley", words.item(1).getTextContent());
        assertEquals("up", words.item(2).getTextContent());
    }

    @Test
    void aLineBreakCannotAddASetting() {
        environment.put("PATH", "/bin\nExecStartPre=/bin/evil");
        assertThatThrownBy(() -> service(Kind.SYSTEMD, "/p").text(Optional.empty()))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("control character");
    }

    @Test
    void installingStartsItAndUninstallingTakesItAway() throws Exception {
        Files.createDirectories(home.resolve("bin"));
        Stub.script(home.resolve("bin"), "systemctl", "echo \"$@\" >> $HOME/asked");
        var service = service(Kind.SYSTEMD, "/p");

        var done = service.install(Optional.empty());

        assertThat(done).allMatch(one -> one.problem().isEmpty());
        assertTrue(service.isInstalled());
        assertEquals(home.resolve(".config/systemd/user/parley.service"), service.file());
        service.uninstall();
        assertFalse(service.isInstalled());
        assertEquals(
                List.of(
                        "--user daemon-reload",
                        "--user enable --now parley.service",
                        "--user disable --now parley.service",
                        "--user daemon-reload"),
                Files.readAllLines(home.resolve("asked")));
    }

    @Test
    void whatTheSystemDoesNotDoIsTold() throws Exception {
        Files.createDirectories(home.resolve("bin"));
        Stub.script(
                home.resolve("bin"), "systemctl", "echo 'Failed to connect to bus' >&2; exit 1");
        var done = service(Kind.SYSTEMD, "/p").install(Optional.empty());
        assertEquals(Optional.of("Failed to connect to bus"), done.getLast().problem());
    }
}
