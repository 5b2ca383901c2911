package dev.parley.history;

import org.jspecify.annotations.Nullable;

import java.util.Optional;
import java.util.function.Predicate;

/// Which sessions of a list are wanted: of one provider, of one project, of subagents too.
///
/// @param project a path, or the last names of one
public record SessionQuery(
        Optional<String> provider, Optional<String> project, boolean includesSubagents)
        implements Predicate<SessionEntry> {

    /// Whether it asks for nothing but whether those of subagents are wanted.
    boolean isAll() {
        return provider.isEmpty() && project.isEmpty();
    }

    @Override
    public boolean test(SessionEntry entry) {
        return (includesSubagents || !entry.isSubagent())
                && isIn(entry.key().provider(), entry.project());
    }

    /// Whether sessions of this provider in this project are wanted.
    public boolean isIn(String itsProvider, @Nullable String itsProject) {
        return (provider.isEmpty() || provider.get().equals(itsProvider))
                && (project.isEmpty() || isBelow(itsProject, project.get()));
    }

    private static boolean isBelow(@Nullable String path, String wanted) {
        return path != null
                && (path.equals(wanted)
                        || path.startsWith(wanted + "/")
                        || path.endsWith("/" + wanted));
    }
}
