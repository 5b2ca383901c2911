package dev.parley.work.limit;

import dev.parley.event.Event;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.Providers;

import java.util.regex.Pattern;

/// How the CLIs say that no more is to be had for now: most pass on what the APIs of models say,
/// and each has words of its own, which are in its profile.
public final class LimitSigns {
    /// Nothing about the length of a conversation or of an answer, nor about a disk: those do not
    /// pass by waiting, and no other CLI would help.
    private static final Pattern EVERYWHERE =
            Pattern.compile(
                    "\\b429\\b|http_429|too many requests"
                            + "|rate[ _-]?limit|usage[ _-]?limit"
                            + "|(?<!disk )quota (?:was |has been |is )?(?:exceeded|exhausted|reached)"
                            + "|exceeded (?:your|the) (?:\\w+ ){0,2}quota"
                            + "|exhausted your (?:\\w+ ){0,2}(?:quota|capacity)"
                            + "|resource(?: has been |[ _-]?)exhausted"
                            + "|insufficient[ _-]?(?:quota|credits?|balance|funds)"
                            + "|credit balance is too low",
                    Pattern.CASE_INSENSITIVE);

    private final Providers providers;

    public LimitSigns(Providers providers) {
        this.providers = providers;
    }

    public boolean isLimit(String provider, Event.Failed failure) {
        var said = failure.message() + (failure.code() == null ? "" : " " + failure.code());
        return EVERYWHERE.matcher(said).find()
                || providers
                        .find(provider)
                        .map(ProviderProfile::limitWords)
                        .filter(words -> Pattern.compile(words).matcher(said).find())
                        .isPresent();
    }
}
