package dev.parley.ticket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

class RankTest {
    @RepeatedTest(20)
    void thereIsAlwaysRoomBetweenTwoPlaces(RepetitionInfo info) {
        var random = new Random(info.getCurrentRepetition());
        var ranks = new ArrayList<String>();
        for (var i = 0; i < 500; i++) {
            var at = random.nextInt(ranks.size() + 1);
            var before = at == 0 ? null : ranks.get(at - 1);
            var after = at == ranks.size() ? null : ranks.get(at);
            ranks.add(at, Rank.between(before, after));
        }
        assertThat(ranks).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void tenThousandAtTheEndStayShort() {
        String last = null;
        for (var i = 0; i < 10_000; i++) {
            var next = Rank.between(last, null);
            if (last != null) {
                assertThat(next).isGreaterThan(last);
            }
            last = next;
        }
        assertThat(last).hasSizeLessThan(10);
    }

    @Test
    void aThousandAtTheBeginningStayInOrder() {
        var first = Rank.between(null, null);
        for (var i = 0; i < 1000; i++) {
            var next = Rank.between(null, first);
            assertThat(next).isLessThan(first);
            first = next;
        }
        assertThat(first).hasSizeLessThan(10);
    }

    @Test
    void anOldRankHasRoomOnBothSides() {
        for (var old : List.of("V", "k", "z", "zzzzzzzzz", "01", "000000001", "V01")) {
            assertThat(Rank.between(old, null)).isGreaterThan(old);
            assertThat(Rank.between(null, old)).isLessThan(old);
        }
    }

    @Test
    void noPlaceIsBetweenPlacesInTheWrongOrder() {
        assertThatThrownBy(() -> Rank.between("b", "a"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
