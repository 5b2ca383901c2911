package dev.parley.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionsTest {
    @ParameterizedTest
    @CsvSource({
        "1.2.3, 1.2.3, 0",
        "1.2.3, 1.2.4, -1",
        "1.10.0, 1.9.9, 1",
        "2.0, 2.0.0, 0",
        "2, 2.0.1, -1",
        "v2.1.0, 2.1.0, 0",
        "0.150.0-alpha.3, 0.150.0, 0",
        "1.0.0+build7, 1.0.0, 0",
        "1.2.3rc1, 1.2.2, 1",
        "'1.2.3,', 1.2.3, 0",
        "1.49 (linux), 1.49.0, 0",
        "1.2.3.4.5, 1.2.3.4, 0",
        "20260101123456.1, 20260101123455.9, 1",
        "nightly, 0.0.0, 0",
        "'', 0.0.1, -1",
        "1..3, 1.0.3, 0",
        "99999999999999999999999.0, 1.0, 1"
    })
    void comparesPartByPart(String one, String other, int expected) {
        assertEquals(expected, Integer.signum(Versions.compare(one, other)));
        assertEquals(-expected, Integer.signum(Versions.compare(other, one)));
    }
}
