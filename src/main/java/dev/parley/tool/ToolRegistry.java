package dev.parley.tool;

import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;
import dev.parley.event.ToolResult;
import dev.parley.wire.ToolDefinition;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// The tools there are, by name. Any number of calls run at once, each on the thread of its caller.
/// Thread-safe.
public final class ToolRegistry {
    private static final Logger LOG = LoggerFactory.getLogger(ToolRegistry.class);

    /// CLIs put a prefix in front, and models take 64 characters in all.
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,39}");

    /// What all CLIs leave as it is.
    private static final Pattern FOREIGN_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,39}");

    private final Map<String, Entry> entries = new ConcurrentSkipListMap<>();

    /// @throws Problem when the name is taken or no name, or the schema is none
    public void register(Tool tool) {
        var definition = tool.definition();
        if (!NAME.matcher(definition.name()).matches()) {
            throw Problem.invalid(
                    "\"" + definition.name() + "\" is no name for a tool.",
                    "Use up to 40 small letters, digits and underscores; begin with a letter.");
        }
        var check = new ArgumentCheck(definition.name(), definition.schema());
        add(definition.name(), new Entry(tool, () -> Optional.of(check)));
    }

    /// Takes a tool that Parley brings along. Its schema is one, as tests know, and is not read
    /// before the first call: that takes some ten milliseconds, and most commands call none.
    ///
    /// @throws Problem when the name is taken
    public void registerBuiltIn(Tool tool) {
        var definition = tool.definition();
        add(
                definition.name(),
                new Entry(
                        tool,
                        () ->
                                Optional.of(
                                        new ArgumentCheck(
                                                definition.name(), definition.schema()))));
    }

    /// Takes a tool of somebody else who checks the arguments himself: its schema may be anything,
    /// and its name may have capital letters and dashes.
    ///
    /// @throws Problem when the name is taken or no name
    public void registerForeign(Tool tool) {
        var name = tool.definition().name();
        if (!isForeignName(name)) {
            throw Problem.invalid(
                    "\"" + name + "\" is no name for a tool.",
                    "Use up to 40 letters, digits, dashes and underscores; begin with a letter.");
        }
        add(name, new Entry(tool, Optional::empty));
    }

    public static boolean isForeignName(String name) {
        return FOREIGN_NAME.matcher(name).matches();
    }

    private void add(String name, Entry entry) {
        if (entries.putIfAbsent(name, entry) != null) {
            throw Problem.invalid(
                    "There is a tool \"" + name + "\" already.", "Choose another name.");
        }
    }

    /// Takes a tool away. Calls that run end with an error that says so.
    public void unregister(String name) {
        var entry = entries.remove(name);
        if (entry != null) {
            entry.end();
        }
    }

    public boolean has(String name) {
        return entries.containsKey(name);
    }

    /// In the order of their names.
    public List<Tool> tools() {
        return entries.values().stream().map(entry -> entry.tool).toList();
    }

    public boolean isLong(String name) {
        var entry = entries.get(name);
        return entry != null && entry.tool.isLong();
    }

    /// In the order of their names, so that a list is the same every time.
    public List<ToolDefinition> definitions() {
        return entries.values().stream().map(entry -> entry.tool.definition()).toList();
    }

    /// Those of a set of names; names that are not there are left out.
    public List<ToolDefinition> definitions(Set<String> names) {
        return definitions().stream().filter(one -> names.contains(one.name())).toList();
    }

    /// Calls a tool and waits for it. Everything that goes wrong is a result that the agent can
    /// read. Interrupting the thread ends the call.
    public ToolResult call(String name, ToolCall call) throws InterruptedException {
        var entry = entries.get(name);
        if (entry == null) {
            return ToolResult.error(
                    "There is no tool \""
                            + name
                            + "\". "
                            + Closest.question(name, entries.keySet(), "None is like it."));
        }
        var complaints = entry.complaints(call);
        if (!complaints.isEmpty()) {
            return ToolResult.error(
                    "These arguments do not fit "
                            + name
                            + ". Mend them and call again.\n"
                            + String.join("\n", complaints));
        }
        return entry.run(name, call);
    }

    private static final class Entry {
        private final Tool tool;
        private final Supplier<Optional<ArgumentCheck>> newCheck;
        private Optional<ArgumentCheck> check = Optional.empty(); // guarded by this
        private boolean hasCheck; // guarded by this
        private final Set<Thread> running = new HashSet<>(); // guarded by this
        private boolean isGone; // guarded by this

        /// @param newCheck is asked once, when it is first called
        Entry(Tool tool, Supplier<Optional<ArgumentCheck>> newCheck) {
            this.tool = tool;
            this.newCheck = newCheck;
        }

        List<String> complaints(ToolCall call) {
            return check().map(it -> it.complaints(call.arguments())).orElse(List.of());
        }

        private synchronized Optional<ArgumentCheck> check() {
            if (!hasCheck) {
                check = newCheck.get();
                hasCheck = true;
            }
            return check;
        }

        ToolResult run(String name, ToolCall call) throws InterruptedException {
            try {
                return begin() ? tool.call(call) : gone(name);
            } catch (InterruptedException e) {
                if (end(Thread.currentThread())) {
                    return gone(name);
                }
                throw e;
            } catch (McpInputRequired | McpError e) {
                throw e; // for the protocol, not for the agent
            } catch (Problem problem) {
                return ToolResult.error(problem.message() + " " + problem.remedy());
            } catch (RuntimeException e) {
                LOG.error("The tool {} failed", name, e);
                return ToolResult.error(
                        "The tool "
                                + name
                                + " failed inside Parley. Its log says why; calling again with the"
                                + " same arguments will not help.");
            } finally {
                if (end(Thread.currentThread())) {
                    Thread.interrupted(); // it was meant for the call, which is over
                }
            }
        }

        private static ToolResult gone(String name) {
            return ToolResult.error("The tool " + name + " was taken away.");
        }

        private synchronized boolean begin() {
            return !isGone && running.add(Thread.currentThread());
        }

        /// @return whether the call was ended because its tool is gone
        private synchronized boolean end(Thread thread) {
            return running.remove(thread) && isGone;
        }

        private synchronized void end() {
            isGone = true;
            running.forEach(Thread::interrupt);
        }
    }
}
