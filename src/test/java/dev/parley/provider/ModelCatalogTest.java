package dev.parley.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.Model;
import dev.parley.base.problem.Problem;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

class ModelCatalogTest {
    private static final ModelCatalog SHIPPED = new ModelCatalog(List.of());
    private static final List<String> PROVIDERS =
            List.of("claude", "codex", "gemini", "opencode", "kimi", "qwen", "demo");

    private static Model own(String name, String provider, String... aliases) {
        return new Model(name, provider, null, null, List.of(aliases), false);
    }

    @ParameterizedTest
    @CsvSource({
        "claude-sonnet-4-5, claude",
        "claude-opus-4-5-20251101, claude",
        "claude-3-opus, claude",
        "gpt-5.2, codex",
        "gpt-5.2-pro, codex",
        "gpt-4.1, codex",
        "gpt-5.1-codex-max, codex",
        "o3, codex",
        "o4-mini, codex",
        "gemini-3-pro-preview, gemini",
        "gemini-3-flash-preview, gemini",
        "kimi-k2, kimi",
        "kimi-for-coding, kimi",
        "qwen3-coder-plus, qwen",
        "qwen3-max, qwen"
    })
    void knowsWhichProviderRunsAModel(String name, String provider) {
        var model = SHIPPED.runnable(name);
        assertEquals(name, model.name());
        assertEquals(Optional.of(provider), model.findProvider());
    }

    @Test
    void namesAndAliasesAreUnique() {
        var names =
                SHIPPED.all().stream()
                        .flatMap(model ->
                                Stream.concat(Stream.of(model.name()), model.aliases().stream()))
                        .map(name -> name.toLowerCase(Locale.ROOT))
                        .toList();
        assertThat(names).doesNotHaveDuplicates();
    }

    @Test
    void everyNameAndAliasInAnyCaseLeadsToItsModel() {
        for (var model : SHIPPED.all()) {
            assertEquals(model, SHIPPED.named(model.name()));
            for (var alias : model.aliases()) {
                assertEquals(model, SHIPPED.named(alias));
                assertEquals(model, SHIPPED.named(alias.toUpperCase(Locale.ROOT)));
            }
        }
    }

    @Test
    void onlyTheOldOnesAreDeprecated() {
        assertTrue(SHIPPED.named("claude-3-opus").deprecated());
        assertEquals(
                List.of("claude-3-opus"),
                SHIPPED.all().stream().filter(Model::deprecated).map(Model::name).toList());
    }

    @Test
    void tellsTheCliItsOwnNameForAModel() {
        assertEquals(Optional.of("gpt-5.2"), SHIPPED.named("gpt-5.2").toldToCli());
        assertEquals(
                Optional.of("claude-3-opus-20240229"), SHIPPED.named("claude-3-opus").toldToCli());
        assertEquals(Optional.empty(), SHIPPED.named("kimi").toldToCli());
    }

    @Test
    void anUnknownNameComesWithTheClosestOnes() {
        var problem = assertThrows(Problem.class, () -> SHIPPED.named("claude-sonet-4-5"));
        assertEquals(Problem.Kind.NOT_FOUND, problem.kind());
        assertEquals("There is no model \"claude-sonet-4-5\".", problem.message());
        assertThat(problem.remedy()).startsWith("Did you mean claude-sonnet-4-5");
    }

    @Test
    void anUnknownNameThatIsLikeNoOtherComesWithTheListsPlace() {
        var problem = assertThrows(Problem.class, () -> SHIPPED.named("zzzzzzzz"));
        assertEquals("`parley models` lists all of them.", problem.remedy());
    }

    @Test
    void aModelOfAnApiOnlyIsSaidToBeSo() {
        assertEquals("o3-deep-research", SHIPPED.named("deep-research").name());
        var problem = assertThrows(Problem.class, () -> SHIPPED.runnable("deep-research"));
        assertEquals(Problem.Kind.INVALID_REQUEST, problem.kind());
        assertEquals(
                "No CLI runs o3-deep-research: it is answered by a model API only.",
                problem.message());
    }

    @Test
    void aVendorsModelBelongsToOpenCode() {
        assertEquals(
                own("openrouter/meta/llama", "opencode"),
                SHIPPED.runnable("openrouter/meta/llama"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/llama", "openrouter/", " "})
    void halfAVendorsModelIsNone(String name) {
        assertEquals(
                Problem.Kind.NOT_FOUND,
                assertThrows(Problem.class, () -> SHIPPED.named(name)).kind());
    }

    @Test
    void aUsersOwnModelTakesThePlaceOfAShippedOne() {
        var mine = own("GPT-5.2", "opencode");
        var catalog = new ModelCatalog(List.of(mine));
        assertEquals(mine, catalog.named("gpt-5.2"));
        assertEquals(SHIPPED.all().size(), catalog.all().size());
    }

    @Test
    void aProviderOfTheUsersThatNoModelNamesIsOneItself() {
        var mine = own("house-model", "house");
        var catalog = new ModelCatalog(List.of(mine), List.of("house", "shout"));
        assertEquals(Optional.of("shout"), catalog.runnable("shout").findProvider());
        assertEquals(Optional.empty(), catalog.runnable("shout").toldToCli());
        assertEquals(Optional.empty(), catalog.find("house"));
        assertEquals(mine, catalog.runnable("house-model"));
    }

    @Test
    void aUsersOwnAliasWins() {
        var mine = own("house-model", "qwen", "opus", "vendor/x");
        var catalog = new ModelCatalog(List.of(mine));
        assertEquals(mine, catalog.named("opus"));
        assertEquals(mine, catalog.named("vendor/x"));
        assertEquals("claude-opus-5-5", catalog.named("claude-opus-5-5").name());
    }

    @Test
    void aModelOfAProviderThatDoesNotExistComesWithTheClosest() {
        new ModelCatalog(SHIPPED.all()).validate(PROVIDERS, "catalog.json");
        var catalog = new ModelCatalog(List.of(own("house-model", "cluade")));
        var problem =
                assertThrows(Problem.class, () -> catalog.validate(PROVIDERS, "/c/config.json"));
        assertEquals(Problem.Kind.BROKEN_CONFIGURATION, problem.kind());
        assertEquals(
                "/c/config.json: model \"house-model\" names the provider \"cluade\", which does not exist.",
                problem.message());
        assertEquals("Did you mean claude?", problem.remedy());
    }
}
