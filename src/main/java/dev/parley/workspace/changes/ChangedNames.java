package dev.parley.workspace.changes;

import dev.parley.base.disk.DiskProblem;
import dev.parley.base.disk.PrivateFiles;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Finds the files that are not as Parley's index has them. `git status` looks at many of them at
/// the same time and does not read directories again that it knows, but it needs a last commit to
/// compare with: that is the newest checkpoint, which Parley's own `HEAD` names. Without one, `git
/// ls-files` does the same more slowly. Who looks holds the place's lock.
final class ChangedNames {
    /// Names no commit: there is none to compare with.
    static final String NO_HEAD = "ref: refs/heads/none\n";

    private static final String COMMIT = "[0-9a-f]{40,64}\n";

    /// @param names as git prints them, each once
    /// @param newest the tree of the newest checkpoint, where it is known and is there for sure
    record Found(Set<String> names, @Nullable String newest) {}

    private record Checkpoint(String commit, String tree) {}

    private final GitCalls git;
    private final Map<Path, Checkpoint> newest = new ConcurrentHashMap<>();

    ChangedNames(GitCalls git) {
        this.git = git;
    }

    Found of(Place place) throws InterruptedException {
        var head = head(place);
        if (head.matches(COMMIT)) {
            var answer = git.status(place);
            if (answer.isOk()) {
                var known = newest.get(place.own());
                return new Found(
                        status(answer.output()),
                        known != null && head.strip().equals(known.commit()) ? known.tree() : null);
            }
            // Git may have removed a checkpoint that was pruned.
            LoggerFactory.getLogger(ChangedNames.class)
                    .info("There is nothing to compare with: {}", answer.errors().strip());
            forget(place);
        }
        var names = new LinkedHashSet<String>();
        git.run(place, "", "ls-files", "-t", "-m", "-d", "-o", "--exclude-standard")
                .forEach(line -> names.add(line.substring(2)));
        return new Found(names, null);
    }

    /// The second letter is about the files and our index. The first, about our index and the last
    /// checkpoint, means nothing here.
    private static Set<String> status(String output) {
        var names = new LinkedHashSet<String>();
        output.lines()
                .filter(line -> line.length() > 3 && line.charAt(1) != ' ')
                .forEach(line -> names.add(line.substring(3)));
        return names;
    }

    /// The newest checkpoint of this place.
    void remember(Place place, String commit, String tree) {
        newest.put(place.own(), new Checkpoint(commit, tree));
        put(place, commit + "\n");
    }

    /// Also so that what is pruned outside of a repository is gone.
    static void forget(Place place) {
        put(place, NO_HEAD);
    }

    /// A machine that lost its power may have left half of one.
    static void mend(Place place) {
        var found = head(place);
        if (!found.matches(COMMIT) && !found.equals(NO_HEAD)) {
            forget(place);
        }
    }

    private static String head(Place place) {
        try {
            return Files.readString(file(place), StandardCharsets.ISO_8859_1);
        } catch (IOException _) {
            return "";
        }
    }

    private static void put(Place place, String text) {
        try {
            PrivateFiles.replace(file(place), text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw DiskProblem.ofData(place.own(), e);
        }
    }

    private static Path file(Place place) {
        return place.own().resolve("HEAD");
    }
}
