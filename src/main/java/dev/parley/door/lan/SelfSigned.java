package dev.parley.door.lan;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;

/// A certificate that this machine signs for itself (RFC 5280), for the names it has on its
/// network.
final class SelfSigned {
    private static final String ECDSA_WITH_SHA256 = "1.2.840.10045.4.3.2";
    private static final String COMMON_NAME = "2.5.4.3";
    private static final String ALTERNATIVE_NAMES = "2.5.29.17";
    private static final String BASIC_CONSTRAINTS = "2.5.29.19";
    private static final String EXTENDED_USAGE = "2.5.29.37";
    private static final String SERVER = "1.3.6.1.5.5.7.3.1";

    /// Phones take none that lasts longer than 825 days.
    static final Duration LIFETIME = Duration.ofDays(800);

    private SelfSigned() {}

    /// @param keys of the curve P-256
    static X509Certificate of(KeyPair keys, Collection<String> names, Instant now)
            throws GeneralSecurityException {
        var algorithm = Der.sequence(Der.identifier(ECDSA_WITH_SHA256));
        var name =
                Der.sequence(
                        Der.tagged(
                                0x31,
                                Der.sequence(Der.identifier(COMMON_NAME), Der.text("Parley"))));
        var body =
                Der.sequence(
                        Der.tagged(0xA0, Der.integer(BigInteger.TWO)),
                        Der.integer(new BigInteger(127, new SecureRandom()).setBit(126)),
                        algorithm,
                        name,
                        Der.sequence(
                                Der.time(now.minus(Duration.ofDays(1))),
                                Der.time(now.plus(LIFETIME))),
                        name,
                        keys.getPublic().getEncoded(),
                        Der.tagged(0xA3, Der.sequence(extensions(names))));
        var signer = Signature.getInstance("SHA256withECDSA");
        signer.initSign(keys.getPrivate());
        signer.update(body);
        var whole = Der.sequence(body, algorithm, Der.bits(signer.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(whole));
    }

    private static byte[][] extensions(Collection<String> names) {
        return new byte[][] {
            Der.sequence(Der.identifier(BASIC_CONSTRAINTS), Der.yes(), Der.octets(Der.sequence())),
            Der.sequence(
                    Der.identifier(EXTENDED_USAGE),
                    Der.octets(Der.sequence(Der.identifier(SERVER)))),
            Der.sequence(
                    Der.identifier(ALTERNATIVE_NAMES),
                    Der.octets(
                            Der.sequence(
                                    names.stream()
                                            .map(SelfSigned::alternative)
                                            .toArray(byte[][]::new))))
        };
    }

    private static byte[] alternative(String name) {
        return name.matches("[\\d.]+")
                ? Der.tagged(0x87, address(name))
                : Der.tagged(0x82, name.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] address(String name) {
        try {
            return InetAddress.ofLiteral(name).getAddress();
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException("No address: " + name, e);
        }
    }
}
