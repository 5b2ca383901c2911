package dev.parley.sessionfile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.sessionfile.scan.LargeLines;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class StreamedDocumentTest {
    @TempDir Path folder;

    private final List<String> elements = new ArrayList<>();
    private int skipped;

    private StreamedDocument.Rest read(String text) throws IOException {
        var file = Files.writeString(folder.resolve("a.json"), text);
        var document = new StreamedDocument(file, "messages");
        document.elements(
                new StreamedDocument.Elements() {
                    @Override
                    public void element(JsonNode element) {
                        elements.add(Json.write(element));
                    }

                    @Override
                    public void skipped() {
                        skipped++;
                    }
                });
        return document.rest();
    }

    @Test
    void readsElementsAndEverythingElse() throws IOException {
        var rest =
                read(
                        """
                        \uFEFF{ "a" : "x\\"],}{" , "messages" : [ {"id": 1, "t": "a, \\" b ] }"} , {"id":2,"c":[{},[1]]} ],
                          "n": -1.5, "o": {"messages": [7]}, "l": [1, {"messages": 2}], "\\u0062": null }
                        """);
        assertEquals(
                List.of("{\"id\":1,\"t\":\"a, \\\" b ] }\"}", "{\"id\":2,\"c\":[{},[1]]}"),
                elements);
        assertEquals(
                "{\"a\":\"x\\\"],}{\",\"n\":-1.5,\"o\":{\"messages\":[7]},\"l\":[1,{\"messages\":2}],\"\\\\u0062\":null}",
                Json.write(rest.members()));
        assertEquals(true, rest.isWhole());
        assertEquals(0, skipped);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'messages':[]}                 | true  | 0 | 0",
                "{'messages':[{},7,{}]}          | true  | 2 | 1",
                "{'messages':[{},{'a':},{}]}     | true  | 2 | 1",
                "{'messages':[{},{'a':1}         | false | 1 | 0",
                "{'messages':[{'a':'b            | false | 0 | 0",
                "{'messages':{}}                 | false | 0 | 0",
                "{'a':1}                         | false | 0 | 0",
                "[{'messages':[{}]}]             | false | 0 | 0",
                "7                               | false | 0 | 0",
                "''                              | false | 0 | 0",
                "]]]{'messages':[{}]}            | false | 0 | 0",
                "{'messages':[{}],'messages':[{}]} | true | 2 | 0"
            },
            quoteCharacter = '~')
    void keepsWhatIsWhole(String text, boolean isWhole, int told, int left) throws IOException {
        assertEquals(isWhole, read(text.replace('\'', '"')).isWhole());
        assertEquals(told, elements.size());
        assertEquals(left, skipped);
    }

    @Test
    void anElementThatIsTooLongIsSkipped() throws IOException {
        var rest =
                read(
                        "{\"messages\":[{\"a\":\""
                                + "x".repeat(LargeLines.LIMIT)
                                + "\"},{\"b\":1}],\"id\":\"y\",\"long\":\""
                                + "y".repeat(2 << 20)
                                + "\"}");
        assertEquals(List.of("{\"b\":1}"), elements);
        assertEquals(1, skipped);
        assertEquals("{\"id\":\"y\"}", Json.write(rest.members()));
    }
}
