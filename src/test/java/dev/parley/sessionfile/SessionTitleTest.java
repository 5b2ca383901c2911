package dev.parley.sessionfile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionTitleTest {
    @ParameterizedTest
    @CsvSource({
        "'[image]\nwhat is wrong here?', 'what is wrong here?'",
        "'look:\n[image]', 'look:'",
        "'[image]', '[image]'",
        "'-----\nthe task', 'the task'"
    })
    void isTheFirstLineThatSaysSomething(String prompt, String expected) {
        var title = new SessionTitle();
        title.prompt(prompt);
        assertEquals(expected, title.settled());
    }
}
