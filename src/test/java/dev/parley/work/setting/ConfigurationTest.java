package dev.parley.work.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.config.AgentSettings;
import dev.parley.config.Config;

import org.junit.jupiter.api.Test;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

class ConfigurationTest {
    private static final Set<String> GROUPS = Set.of("live", "store", "agents");

    /// Nobody forgets a setting that is added later.
    @Test
    void listsEverySettingThereIs() {
        var all =
                Stream.of(
                                names(Config.class, "").filter(name -> !GROUPS.contains(name)),
                                names(Config.Live.class, "live."),
                                names(Config.Store.class, "store."),
                                names(AgentSettings.class, "agents."))
                        .flatMap(some -> some)
                        .toList();
        assertEquals(new TreeSet<>(all), new TreeSet<>(Configuration.keys()));
    }

    private static Stream<String> names(Class<?> type, String before) {
        return Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getName)
                .map(name -> before + name);
    }
}
