package dev.parley.workspace.changes;

import dev.parley.base.disk.DiskProblem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Where Parley's own index begins: with a copy of the user's, which knows what the files looked
/// like when they were last read, or else with the last commit.
final class FirstIndex {
    private final GitCalls git;

    FirstIndex(GitCalls git) {
        this.git = git;
    }

    /// The user's index may be copied only where git stores files as they are: it takes a file that
    /// was converted for unchanged, and we take bytes.
    ///
    /// @return whether it was
    boolean copied(Place place) throws InterruptedException {
        if (place.isOutside() || mayConvert(place)) {
            return false;
        }
        var index = userIndex(place);
        try {
            if (!Files.isRegularFile(index)) {
                return false;
            }
            Files.copy(index, place.index(), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw DiskProblem.ofData(place.own(), e);
        }
        // A merge that is not over has several versions of a file.
        var unmerged = git.ask(place, "", "ls-files", "-u");
        return unmerged.isOk() && unmerged.output().isEmpty();
    }

    private boolean mayConvert(Place place) throws InterruptedException {
        var settings = place.settings();
        if (!settings.getOrDefault("core.autocrlf", "false").equals("false")
                || settings.containsKey("core.attributesfile")
                || Files.exists(place.refs().resolve("info/attributes"))
                || Files.exists(place.root().resolve(".gitattributes"))) {
            return true;
        }
        var tracked = git.user(place, "ls-files", "-z", "--", ":(glob)**/.gitattributes");
        return !tracked.isOk() || !tracked.output().isEmpty();
    }

    private Path userIndex(Place place) throws InterruptedException {
        var answer = git.user(place, "rev-parse", "--git-path", "index");
        return place.root().resolve(answer.output().strip());
    }

    /// Reads every file once to see whether it is as it was committed.
    void fromHead(Place place) throws InterruptedException {
        if (place.isOutside()) {
            return;
        }
        var head = git.user(place, "rev-parse", "--verify", "--quiet", "HEAD^{tree}");
        if (head.isOk()) {
            git.run(place, "", "read-tree", head.output().strip());
            // It ends with 1 where something differs.
            var _ = git.ask(place, "", "update-index", "-q", "--refresh");
        }
    }
}
