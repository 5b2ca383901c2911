package dev.parley.history.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// What is written to the catalog comes back from it.
class RequestsTest {
    private static List<Requests.Request> list(Requests requests) {
        var list = new ArrayList<Requests.Request>();
        requests.forEach(list::add);
        return list;
    }

    private static Requests some(int count) {
        var requests = new Requests();
        for (var at = 0; at < count; at++) {
            requests.add(
                    new Requests.Request(
                            at * 0x9e3779b97f4a7c15L,
                            1_790_000_000L + at,
                            at % 3 == 0 ? null : "model-" + at % 3,
                            at,
                            2L * at,
                            Requests.ABSENT,
                            3,
                            Long.MAX_VALUE,
                            at % 2 == 0 ? Double.NaN : 0.25));
        }
        return requests;
    }

    private static byte[] written(Requests requests) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        requests.write(out, new CatalogWords.Writer(out));
        return bytes.toByteArray();
    }

    private static Requests read(byte[] bytes) throws IOException {
        var in = new CheckedContent(new ByteArrayInputStream(bytes), bytes.length);
        return Requests.read(in, new CatalogWords.Reader(in));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 511, 512, 513, 1500})
    void comeBackAsTheyWere(int count) throws IOException {
        var back = read(written(some(count)));
        assertEquals(list(some(count)), list(back));
        back.add(list(some(2)).getLast());
        assertEquals(count + 1, list(back).size());
    }

    @Test
    void thatAreNotAllThereAreRefused() throws IOException {
        var whole = written(some(20));
        assertThrows(
                IOException.class, () -> read(Arrays.copyOf(whole, whole.length - Long.BYTES)));
        var many = written(new Requests());
        many[many.length - 4] = 1;
        assertThrows(IOException.class, () -> read(many));
    }
}
