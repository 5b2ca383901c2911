package dev.parley.door.lan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.App;
import dev.parley.base.json.Json;
import dev.parley.door.http.Doors;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A second device: over TLS with our own certificate, let in by a code, revoked.
class NetworkTest {
    private static final Set<String> NAMES = Set.of("127.0.0.1", "parley-machine.local");

    @TempDir Path directory;

    private App app;
    private Doors doors;
    private Path keys;
    private HttpClient phone;
    private int plain;
    private String base;

    @BeforeEach
    void start() throws Exception {
        Map<String, String> environment = new HashMap<>();
        environment.put("PATH", "/usr/bin:/bin");
        environment.put("HOME", directory.toRealPath().toString());
        app = new App(environment);
        keys = app.directories().networkKeyFile();
        doors = app.newServer(0);
        var identity = NetworkIdentity.in(keys, NAMES, Clock.systemUTC());
        doors.server().openToNetwork(0, identity.context());
        plain = doors.server().start();
        base = "https://127.0.0.1:" + doors.server().networkPort().orElseThrow();
        doors.gate().openToNetwork(base, NAMES);
        phone = HttpClient.newBuilder().sslContext(trusting(keys)).build();
    }

    @AfterEach
    void stop() {
        phone.shutdownNow();
        doors.close();
        app.close();
    }

    /// Knows our certificate and no other, and compares the name.
    private static SSLContext trusting(Path file) throws Exception {
        var store = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(file)) {
            store.load(in, "parley".toCharArray());
        }
        var known = KeyStore.getInstance("PKCS12");
        known.load(null, null);
        known.setCertificateEntry("parley", store.getCertificate("parley"));
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(known);
        var context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private HttpResponse<String> get(String path, String... headers) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(base + path)).header("Accept", "text/html");
        for (var at = 0; at < headers.length; at += 2) {
            request.header(headers[at], headers[at + 1]);
        }
        return phone.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aDeviceIsPairedByACodeAndRevoked() throws Exception {
        assertEquals(401, get("/api/devices").statusCode());
        var signedOut = get("/login?code=AAAA-AAAA");
        assertEquals(401, signedOut.statusCode());
        assertThat(signedOut.headers().firstValue("Content-Type").orElse("")).contains("text/html");
        assertThat(get("/pair").body()).contains("<form");

        var code = doors.gate().newPairing();
        assertThat(code).matches("[A-Z2-9]{4}-[A-Z2-9]{4}");
        var typed = code.replace("-", "").toLowerCase(Locale.ROOT);
        var let = get("/login?code=" + typed, "User-Agent", "Mozilla iPhone Safari");
        assertEquals(303, let.statusCode());
        var cookie = let.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie).contains("Secure").contains("HttpOnly").contains("SameSite=Strict");
        var shown = cookie.substring(0, cookie.indexOf(';'));
        var devices = get("/api/devices", "Cookie", shown);
        assertEquals(200, devices.statusCode());
        var device = Json.parse(devices.body()).orElseThrow().at("/devices/0");
        assertEquals("Safari on iPhone", device.path("name").asString());
        assertThat(device.path("isRemote").asBoolean() && device.path("isThis").asBoolean())
                .isTrue();
        assertEquals(401, get("/login?code=" + typed).statusCode(), "a code works once");

        app.devices().revoke(device.path("id").asString());
        assertEquals(401, get("/api/devices", "Cookie", shown).statusCode());
    }

    @Test
    void whoGuessesHasToWait() throws Exception {
        var code = doors.gate().newPairing();
        for (var at = 0; at < 10; at++) {
            assertEquals(401, get("/login?code=WRONG" + at).statusCode());
        }
        assertEquals(429, get("/login?code=" + code).statusCode());
        // The owner's own machine is not kept out by that.
        var link = doors.gate().newLink();
        var here = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + plain + link)).build();
        assertEquals(303, phone.send(here, HttpResponse.BodyHandlers.discarding()).statusCode());
    }

    @Test
    void theCertificateIsPrivateAndKeptWhileItFits() throws Exception {
        assertEquals(
                "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(keys)));
        var first = NetworkIdentity.in(keys, NAMES, Clock.systemUTC()).fingerprint();
        assertEquals(first, NetworkIdentity.in(keys, NAMES, Clock.systemUTC()).fingerprint());
        var other = NetworkIdentity.in(keys, List.of("10.1.2.3"), Clock.systemUTC());
        assertThat(other.fingerprint()).isNotEqualTo(first);
        var store = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(keys)) {
            store.load(in, "parley".toCharArray());
        }
        var certificate = (X509Certificate) store.getCertificate("parley");
        certificate.verify(certificate.getPublicKey());
        certificate.checkValidity();
        assertEquals(-1, certificate.getBasicConstraints(), "it signs nothing else");
    }

    /// A page elsewhere must not reach us under a name of its own.
    @Test
    void onlyTheNamesOfThisMachineAreAnswered() throws Exception {
        try (var socket =
                trusting(keys)
                        .getSocketFactory()
                        .createSocket("127.0.0.1", doors.server().networkPort().orElseThrow())) {
            socket.getOutputStream()
                    .write(
                            "GET /healthz HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
            var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 400");
        }
    }
}
