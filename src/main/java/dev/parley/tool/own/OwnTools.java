package dev.parley.tool.own;

import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;
import dev.parley.tool.Tool;
import dev.parley.tool.ToolCatalog;
import dev.parley.tool.ToolRegistry;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// All tools there are: those of Parley's own, those a user declares for all projects, and those
/// that a trusted project declares for itself. A declaration that changes counts from the next
/// question on; calls that run go on with the old one. Thread-safe.
public final class OwnTools implements ToolCatalog {
    private static final Logger LOG = LoggerFactory.getLogger(OwnTools.class);

    /// The declarations of the user, of the project, and what everybody gets.
    static final String OWN = "own";

    static final String PROJECT = "project";
    static final String DEFAULT = "default";

    /// Words that mean something else where tools are named.
    private static final Set<String> RESERVED = Set.of(OWN, PROJECT, DEFAULT, "none", "all");

    private static final Path BELOW_PROJECT = Path.of(".parley", "tools");

    private final Map<String, ToolRegistry> groups;
    private final ToolFolder own;
    private final Function<ToolFile.Declared, Tool> maker;
    private final Supplier<ToolSettings> settings;
    private final UnaryOperator<Path> repositoryOf;
    private final Clock clock;
    private final Map<Path, ToolFolder> projects = new HashMap<>(); // guarded by this
    private final Map<Optional<Path>, ToolShelf> shelves = new HashMap<>(); // guarded by this
    private final Set<String> complaints = new TreeSet<>(); // guarded by this

    /// @param groups Parley's own tools, by the name of their group
    /// @param folder the user's declarations
    /// @param maker makes a tool of a declaration
    /// @param repositoryOf the repository that a worktree of ours belongs to; others stay the same
    public OwnTools(
            Map<String, ToolRegistry> groups,
            Path folder,
            Function<ToolFile.Declared, Tool> maker,
            Supplier<ToolSettings> settings,
            UnaryOperator<Path> repositoryOf,
            Clock clock) {
        this.groups = Map.copyOf(groups);
        this.own = new ToolFolder(folder, clock);
        this.maker = maker;
        this.settings = settings;
        this.repositoryOf = repositoryOf;
        this.clock = clock;
    }

    /// Refuses a word for everybody that can be nobody's.
    ///
    /// @param source where it is written
    public void check(String source) {
        var words = settings.get().usual();
        for (var word : words == null ? List.<String>of() : words) {
            if (word.equals(DEFAULT)) {
                continue;
            }
            var shelf = shelf(Optional.empty());
            var isBroken = shelf.broken().stream().anyMatch(one -> one.name().equals(word));
            if (!isBroken && meant(shelf, word).isEmpty()) {
                var problem = unknown(shelf, word);
                throw Problem.brokenConfiguration(
                        source + ": " + problem.message(), problem.remedy());
            }
        }
    }

    @Override
    public ToolRegistry in(Path directory) {
        var shelf = shelf(directory);
        shelf.broken().forEach(one -> complain("A tool is left out. " + one.reason()));
        unknownWords(directory)
                .forEach(word -> complain("config.json: " + unknown(shelf, word).message()));
        return shelf.registry();
    }

    /// Everything there is for those who work in a directory, with what cannot be used.
    public ToolShelf shelf(Path directory) {
        return shelf(settings.get().findTrusted(place(directory)));
    }

    private synchronized ToolShelf shelf(Optional<Path> project) {
        var mine = own.current();
        var theirs =
                project.map(root ->
                                projects.computeIfAbsent(
                                                root,
                                                it ->
                                                        new ToolFolder(
                                                                it.resolve(BELOW_PROJECT), clock))
                                        .current())
                        .orElse(ToolFolder.Content.EMPTY);
        var known = shelves.get(project);
        if (known != null && known.isOf(mine, theirs)) {
            return known;
        }
        var reserved = new TreeSet<>(RESERVED);
        reserved.addAll(groups.keySet());
        var shelf = new ToolShelf(groups, mine, theirs, maker, reserved);
        shelves.put(project, shelf);
        return shelf;
    }

    /// What cannot be used anywhere, the user's and of every trusted project.
    public List<BrokenTool> broken() {
        var all = new LinkedHashSet<>(shelf(Optional.empty()).broken());
        settings.get()
                .trusted()
                .forEach(project -> all.addAll(shelf(Optional.of(project)).broken()));
        return List.copyOf(all);
    }

    /// For those who offer tools; once is enough.
    private synchronized void complain(String line) {
        if (complaints.add(line)) {
            LOG.warn("{}", line);
        }
    }

    private Path place(Path directory) {
        return ToolSettings.real(repositoryOf.apply(directory));
    }

    /// A name in the settings may be that of a tool that is gone for now, or of another branch: it
    /// is left out, and Parley's log says so.
    @Override
    public List<String> usual(Path directory) {
        var shelf = shelf(directory);
        var names = new LinkedHashSet<String>();
        for (var word : words(directory)) {
            names.addAll(meant(shelf, word).orElse(Set.of()));
        }
        return List.copyOf(names);
    }

    /// The words of the settings for a directory that stand for nothing there.
    public List<String> unknownWords(Path directory) {
        var shelf = shelf(directory);
        return words(directory).stream().filter(word -> meant(shelf, word).isEmpty()).toList();
    }

    private List<String> words(Path directory) {
        var set = settings.get();
        var words = set.findWords(place(directory)).orElse(List.of(DEFAULT));
        // In the settings, it is what everybody gets as long as nothing is set.
        var everything = new LinkedHashSet<>(new TreeSet<>(groups.keySet()));
        everything.addAll(List.of(OWN, PROJECT));
        var all = new LinkedHashSet<String>();
        words.forEach(word -> all.addAll(word.equals(DEFAULT) ? everything : Set.of(word)));
        return List.copyOf(all);
    }

    @Override
    public List<String> chosen(Path directory, List<String> words) {
        var shelf = shelf(directory);
        var names = new LinkedHashSet<String>();
        for (var word : words) {
            if (word.equals(DEFAULT)) {
                names.addAll(usual(directory));
            } else {
                names.addAll(meant(shelf, word).orElseThrow(() -> unknown(shelf, word)));
            }
        }
        return List.copyOf(names);
    }

    private static Optional<Set<String>> meant(ToolShelf shelf, String word) {
        return shelf.findGroup(word)
                .or(() ->
                        shelf.registry().has(word) ? Optional.of(Set.of(word)) : Optional.empty());
    }

    private static Problem unknown(ToolShelf shelf, String word) {
        var broken = shelf.broken().stream().filter(one -> one.name().equals(word)).findFirst();
        if (broken.isPresent()) {
            return Problem.invalid(
                    "The tool \"" + word + "\" cannot be used.", broken.get().reason());
        }
        var known = new TreeSet<>(shelf.groups().keySet());
        shelf.registry().definitions().forEach(one -> known.add(one.name()));
        return Problem.invalid(
                "There is no tool \"" + word + "\" here.",
                Closest.question(word, known, "Known are " + String.join(", ", known) + "."));
    }

    /// A directory with declarations that nobody has said are to be trusted.
    public Optional<Path> findUntrusted(Path directory) {
        var place = place(directory);
        if (settings.get().findTrusted(place).isPresent()) {
            return Optional.empty();
        }
        for (var at = place; at != null; at = at.getParent()) {
            if (Files.isDirectory(at.resolve(BELOW_PROJECT))) {
                return Optional.of(at);
            }
        }
        return Optional.empty();
    }
}
