package dev.parley.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.RoomLimits;
import dev.parley.api.RoomMode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.HashMap;
import java.util.List;
import java.util.Set;

/// What gives agents a reason to go on, in any language.
class SmallTalkTest {
    private static final List<String> QUIET_AT_THE_END = List.of("Nobody has anything to add.");

    /// Two agents who say these things in turn, as long as they are let, and then begin again.
    private static Talk talk(String question, List<String> ada, List<String> bob) {
        var room = Talk.room(RoomMode.FREE, RoomLimits.USUAL, "ada", "bob");
        var turns = new HashMap<String, Integer>();
        return Talk.of(
                room,
                question,
                order -> {
                    var said = order.agent().equals("ada") ? ada : bob;
                    var turn = turns.merge(order.agent(), 1, Integer::sum) - 1;
                    return said.get(turn % said.size());
                });
    }

    /// The question, what one says, what the other says.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Done, thank you both|Thank you so much, @bob!/My pleasure!/Cheers, have a nice day!|"
                        + "You're welcome, great work!/Same here, always happy to help!/Bye!",
                "Das Release ist raus, danke euch|Vielen Dank, @bob!/Gern geschehen!/Bis bald!|"
                        + "Gerne, tolle Zusammenarbeit!/Danke dir auch, schönen Abend noch!/Tschüss!",
                "Merci, c'est en production|Merci beaucoup, @bob !/Avec plaisir !/À bientôt !|"
                        + "Je t'en prie, beau travail !/Merci à toi, bonne soirée !/Salut !",
                "¡Listo, gracias a los dos!|¡Muchas gracias, @bob!/¡De nada!/¡Hasta luego!|"
                        + "¡Un placer, gran trabajo!/¡Igualmente, que tengas buen día!/¡Adiós!",
                "Всё готово, спасибо|Большое спасибо!/Не за что!/До встречи!|"
                        + "Пожалуйста, отличная работа!/Взаимно, хорошего вечера!/Пока!",
                "部署完成了|非常感谢你的帮助!/别客气!/再见!|不用谢,合作愉快!/你也一样,祝你愉快!/回头见!",
                "リリースできました|ありがとうございます!/とんでもないです!/ではまた!|" + "こちらこそ、お疲れさまでした!/光栄です!/失礼します!",
                "배포가 끝났습니다|정말 감사합니다!/천만에요!/안녕히 계세요!|별말씀을요, 수고하셨습니다!/저도 감사합니다!/다음에 봐요!",
                "تم النشر|شكرا جزيلا لك!/على الرحب والسعة!/إلى اللقاء!|عفوا، عمل رائع!/شكرا لك أيضا!/مع السلامة!",
                "ปล่อยเวอร์ชันแล้ว|ขอบคุณมาก!/ยินดีครับ!/ลาก่อน!|ด้วยความยินดี!/เช่นกัน!/สวัสดี!",
                "It is done|👍🎉/❤️/🙏|🙏/👏👏/🎉"
            })
    void twoWhoOnlyThankEachOtherStop(String thanks) {
        var part = thanks.split("\\|");
        var talk = talk(part[0], List.of(part[1].split("/")), List.of(part[2].split("/")));
        assertThat(talk.said).as(thanks).hasSizeLessThanOrEqualTo(3);
        assertEquals(QUIET_AT_THE_END, List.of(talk.why));
    }

    @Test
    void twoWhoSayTheSameOverAndOverStop() {
        var one =
                "The cache must be cleared before every deployment, since nobody clears it later.";
        var talk = talk("What about it?", List.of(one), List.of(one + " Yes.", one + " Right."));
        assertEquals(2, talk.said.size(), talk.said.toString());
    }

    /// Short answers that somebody may want to answer: all of them are heard.
    @ParameterizedTest
    @ValueSource(
            strings = {
                // answers to questions
                "Can we ship it?|Shall I rename it?/And drop the old one?/Anything else?|Yes./Yes./No.",
                "Können wir?|Soll ich es umbenennen?/Und das alte löschen?/Noch was?|Ja./Ja./Nein.",
                "可以吗?|要改名吗?/旧的删掉吗?/还有吗?|好。/好。/没有。",
                "Εντάξει;|Να το αλλάξω;/Και το παλιό;/Άλλο;|Ναι./Ναι./Όχι.",
                // words of what is talked about
                "Postgres or SQLite for the cache?|Postgres./Still Postgres, it locks rows./SQLite is slow.|"
                        + "SQLite, no server./Rows? Nobody writes./Postgres needs care.",
                "Wann fangen wir mit der Migration an?|Erst die Tabellen migrieren./Migration vor der Sperre./Die Sperre kostet Zeit.|"
                        + "Vor der Migration die Sperre./Tabellen zuletzt./Migrieren ohne Sperre geht.",
                "应该用哪个数据库?|用关系数据库。/数据库要备份。/备份很贵。|数据库太慢。/备份也慢。/备份可以便宜。",
                // something that is named
                "How long?|3 days./2 then./Fine, 2.5.|8 days./5 at least./No, 5.",
                "Where is it?|See `lock()`./In a.ts./Or b.ts:12.|In b.ts./`open()`, I say./c.ts:3 then."
            })
    void shortAnswersThatMeanSomethingAreHeard(String answers) {
        var part = answers.split("\\|");
        var talk = talk(part[0], List.of(part[1].split("/")), List.of(part[2].split("/")));
        assertThat(talk.said).as(answers).hasSizeGreaterThanOrEqualTo(6);
    }

    /// Each agent may say one thing in a few words, whatever it is, and hears those of the others.
    @Test
    void theFirstFewWordsOfEachCount() {
        var room = Talk.room(RoomMode.FREE, RoomLimits.USUAL, "ada", "bob", "cyd");
        var words = List.of("Use Postgres.", "Nobody closes it.", "Too late.", "Agreed then.");
        var turn = new int[1];
        var talk = Talk.of(room, "Pick one", _ -> words.get(turn[0]++ % words.size()));
        assertEquals(
                List.of("ada", "bob", "cyd", "ada", "bob"),
                talk.orders.stream().map(Order::agent).toList());
    }

    @Test
    void aLongerWordInBetweenBeginsItAnew() {
        var talk =
                talk(
                        "What do you think of it, all in all, and where would you begin?",
                        List.of("Nice!", "Lovely!"),
                        List.of(
                                "Good!",
                                "But listen, nobody has looked at how slowly the importer reads its"
                                        + " files, and I fear that it will be our next problem.",
                                "Hm."));
        assertThat(talk.said).hasSize(3);
        var other =
                talk(
                        "What do you think of it, all in all, and where would you begin?",
                        List.of("Nice!", "Lovely!", "Oh!"),
                        List.of(
                                "But listen, nobody has looked at how slowly the importer reads its"
                                        + " files, and I fear that it will be our next problem.",
                                "Hm."));
        assertThat(other.said).hasSize(5);
    }

    @Test
    void wordsAreThoseOfAnyScript() {
        assertEquals(Set.of("don't", "stop", "ça"), Phrase.of("Don't STOP, ça!").words());
        assertEquals(Set.of("数据", "据库", "v2"), Phrase.of("数据库v2").words());
        assertEquals(Set.of("データ", "を", "移", "します"), Phrase.of("データを移します").words());
        assertEquals(Set.of("好"), Phrase.of("好。").words());
        assertEquals(Set.of(), Phrase.of("👍 !!! …").words());
        assertEquals(Set.of("migra", "table"), Phrase.of("Migrations of tables").stems());
        assertEquals(3, Phrase.of("数据库 ok").length());
    }
}
