package dev.parley.door.lan;

import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.problem.Problem;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// The key and the certificate of this machine, in a file only the user can read. A new one is made
/// when the machine has another name or address, or when it is about to expire.
///
/// @param fingerprint of the certificate, for a person who compares
public record NetworkIdentity(SSLContext context, String fingerprint) {
    private static final String ENTRY = "parley";

    /// The file itself is private; the format wants a password.
    private static final char[] PASSWORD = "parley".toCharArray();

    private static final Duration RENEWED_BEFORE = Duration.ofDays(30);

    public static NetworkIdentity in(Path file, Collection<String> names, Clock clock) {
        try {
            var store = load(file, names, clock);
            var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, PASSWORD);
            var context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            var digest = MessageDigest.getInstance("SHA-256");
            var print = digest.digest(store.getCertificate(ENTRY).getEncoded());
            return new NetworkIdentity(context, HexFormat.ofDelimiter(":").formatHex(print, 0, 16));
        } catch (GeneralSecurityException | IOException e) {
            throw Problem.brokenConfiguration(
                            "The certificate in " + file + " cannot be used: " + e.getMessage(),
                            "Remove the file; Parley makes a new one.")
                    .causedBy(e);
        }
    }

    private static KeyStore load(Path file, Collection<String> names, Clock clock)
            throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance("PKCS12");
        if (Files.exists(file)) {
            try (var in = Files.newInputStream(file)) {
                store.load(in, PASSWORD);
            }
            if (store.getCertificate(ENTRY) instanceof X509Certificate known
                    && isGood(known, names, clock)) {
                return store;
            }
        }
        store.load(null, PASSWORD);
        var generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        var keys = generator.generateKeyPair();
        var certificate = SelfSigned.of(keys, names, clock.instant());
        store.setKeyEntry(ENTRY, keys.getPrivate(), PASSWORD, new Certificate[] {certificate});
        var bytes = new ByteArrayOutputStream();
        store.store(bytes, PASSWORD);
        PrivateFiles.write(file, bytes.toByteArray());
        return store;
    }

    private static boolean isGood(X509Certificate known, Collection<String> names, Clock clock)
            throws GeneralSecurityException {
        var end = known.getNotAfter().toInstant().minus(RENEWED_BEFORE);
        Set<String> has = new HashSet<>();
        for (var one : known.getSubjectAlternativeNames()) {
            has.add(String.valueOf(one.get(1)));
        }
        return clock.instant().isBefore(end) && has.containsAll(names);
    }
}
