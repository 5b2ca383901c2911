package dev.parley.history.text.query;

import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.TermStatistics;
import org.apache.lucene.search.similarities.Similarity;

/// How much a word counts: more if few turns have it, and a little more if it is there several
/// times. In few steps, so that it is soon clear that nothing better comes, and most of the turns
/// that have a common word need no look. A phrase counts the same however often it is there.
public final class Ranking extends Similarity {
    @Override
    public SimScorer scorer(float boost, CollectionStatistics collection, TermStatistics... words) {
        var rarity = 0.0;
        for (var word : words) {
            var with = word.docFreq() + 0.5;
            rarity += Math.log(1 + (collection.docCount() + 1 - with) / with);
        }
        var weight = (float) (boost * rarity);
        var isPhrase = words.length > 1;
        return new SimScorer() {
            @Override
            public float score(float times, long length) {
                return weight
                        * (isPhrase || times < 2
                                ? 1
                                : times < 4 ? 1.25f : times < 8 ? 1.5f : 1.75f);
            }
        };
    }
}
