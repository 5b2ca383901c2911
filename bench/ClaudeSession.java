import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.SplittableRandom;

/// One session as Claude Code 2.1 stores it: a line per content block, each with the usage of its whole message.
final class ClaudeSession {
    private static final String[] MODELS = {"claude-opus-5", "claude-sonnet-5", "claude-sonnet-5", "claude-haiku-4-5"};
    private static final String ASIDE = "\"rendered\":[{\"content\":\"";

    private final Vocabulary vocabulary;
    private final CorpusPlan plan;
    private final CorpusTotals totals;
    private final String id;
    private final Text line = new Text();
    private final Text output = new Text();
    private Passages text;
    private final String model;
    private String tail;
    private String before = "{\"parentUuid\":null,\"isSidechain\":false,";
    private String promptId = "";
    private String leaf = "";
    private String prompt = "";
    private long now;
    private long written;
    private long context = 12_000;
    private long totalOutput;
    private boolean isCopy;
    private OutputStream out;

    ClaudeSession(Vocabulary vocabulary, CorpusPlan plan, CorpusTotals totals, String id, SplittableRandom random) {
        this.vocabulary = vocabulary;
        this.plan = plan;
        this.totals = totals;
        this.id = id;
        text = new Passages(vocabulary, random, plan.project());
        model = MODELS[text.below(MODELS.length)];
        now = plan.start();
        tail = "\"userType\":\"external\",\"entrypoint\":\"cli\",\"cwd\":\"" + plan.directory() + "\",\"sessionId\":\"" + id
                + "\",\"version\":\"2.1.325\",\"gitBranch\":\"main\"}\n";
    }

    /// Writes the file; returns its size.
    long writeTo(Path projects) throws IOException {
        return write(projects, Integer.MAX_VALUE, null);
    }

    /// Writes a fork: its first turns are those of the session with the same random numbers, told again under its own id.
    long forkTo(Path projects, SplittableRandom own) throws IOException {
        isCopy = true;
        return write(projects, 3, own);
    }

    private long write(Path projects, int copied, SplittableRandom own) throws IOException {
        var folder = Files.createDirectories(projects.resolve(plan.directory().replaceAll("[^a-zA-Z0-9]", "-")));
        var file = folder.resolve(id + ".jsonl");
        try (var stream = new BufferedOutputStream(Files.newOutputStream(file), 1 << 18)) {
            out = stream;
            opening();
            for (var turn = 0; turn == 0 || written < plan.bytes(); turn++) {
                if (turn == copied) {
                    isCopy = false;
                    text = new Passages(vocabulary, own, plan.project());
                }
                turn(turn);
            }
            closing();
        }
        if (!plan.tiny() && text.below(12) == 0) {
            subagent(folder.resolve(id).resolve("subagents"));
        }
        Files.setLastModifiedTime(file, FileTime.fromMillis(now));
        totals.add("claude.sessions", 1);
        totals.add("claude.bytes", written);
        totals.add("claude.files", 1);
        return written;
    }

    private void opening() throws IOException {
        output.clear();
        text.prose(output, 5);
        line.put("{\"type\":\"ai-title\",\"aiTitle\":\"").put(output).put("\",\"sessionId\":\"").put(id).put("\"}\n");
        line.put("{\"type\":\"mode\",\"mode\":\"normal\",\"sessionId\":\"").put(id).put("\"}\n");
        line.put("{\"type\":\"permission-mode\",\"permissionMode\":\"default\",\"sessionId\":\"").put(id).put("\"}\n");
        flush();
    }

    private void turn(int number) throws IOException {
        prompt(number);
        if (number == 0) {
            attachments();
        }
        for (var calls = 1 + text.below(8); calls > 0 && (calls > 1 || number > 0 || !plan.tiny()); calls--) {
            call(text.below(20) == 0 ? 2 : 1);
            if (written > plan.bytes()) {
                break;
            }
        }
        call(0);
        line.put(chained()).put("\"type\":\"system\",\"subtype\":\"turn_duration\",\"durationMs\":").put(text.below(90_000));
        line.put(",\"messageCount\":").put(number + 2).put(",").put(stamp()).put("\"uuid\":\"").put(next());
        line.put("\",\"isMeta\":false,").put(tail);
        lastPrompt();
    }

    private void prompt(int number) throws IOException {
        promptId = text.uuid();
        output.clear();
        if (number == 0) {
            output.put("Please look at the " + Passages.COMMON + ": ");
        }
        text.prose(output, text.skewed(25, 0.9, 400));
        prompt = output.toString();
        line.put("{\"type\":\"file-history-snapshot\",\"messageId\":\"").put(promptId).put("\",\"snapshot\":{\"messageId\":\"");
        line.put(promptId).put("\",\"trackedFileBackups\":{},\"timestamp\":\"").put(CorpusTime.of(now)).put("\"},\"isSnapshotUpdate\":false}\n");
        now += 20_000 + text.below(600_000);
        line.put(chained()).put("\"promptId\":\"").put(promptId).put("\",\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"");
        line.put(output).put("\"},\"uuid\":\"").put(next()).put("\",").put(stamp());
        line.put("\"permissionMode\":\"default\",\"promptSource\":\"typed\",\"turnOrigin\":\"cli\",\"turnPosition\":{\"promptIndex\":");
        line.put(number).put(",\"turnIndex\":").put(number + 1).put("},").put(tail);
        flush();
    }

    /// What the model is told besides the prompt, and the record of what was sent: most of a short session.
    private void attachments() throws IOException {
        attachment("\"type\":\"environment\",\"snapshot\":{\"workingDirectory\":\"" + plan.directory()
                + "\",\"isWorktree\":false,\"isGitRepo\":true,\"platform\":\"linux\",\"shell\":\"bash\",\"osVersion\":\"Linux 6.1.0\"}", 120);
        attachment("\"type\":\"model\",\"identity\":{\"modelId\":\"" + model + "\",\"knowledgeCutoff\":\"June 2026\"}", 30);
        attachment("\"type\":\"date\",\"date\":\"" + Instant.ofEpochMilli(now).toString().substring(0, 10) + "\"", 6);
        if (plan.tiny()) {
            return;
        }
        attachment("\"type\":\"session_context\",\"context\":{\"gitStatus\":\"Current branch: main\"}", 90);
        attachment("\"type\":\"skill_listing\",\"skillCount\":13,\"isInitial\":true", 900);
        attachment("\"type\":\"prompt_snapshot\",\"reminderFold\":false,\"contextRendering\":\"announced\"", 2_500);
        line.put("{\"type\":\"api-request-shape\",\"sessionId\":\"").put(id).put("\",\"shapeHash\":\"");
        text.hex(line, 64);
        line.put("\",").put(stamp()).put("\"version\":\"2.1.325\",\"shape\":{\"system\":[{\"type\":\"text\",\"text\":\"");
        text.prose(line, 4_000);
        line.put("\"}],\"tools\":[{\"name\":\"Agent\",\"description\":\"");
        text.prose(line, 3_000);
        line.put("\",\"input_schema\":{\"type\":\"object\"}}]}}\n");
        flush();
    }

    private void attachment(String what, int words) throws IOException {
        line.put(chained()).put("\"attachment\":{").put(what).put("},\"type\":\"attachment\",\"uuid\":\"").put(next()).put("\",");
        line.put(stamp()).put(ASIDE).put("<system-reminder>\\n");
        text.prose(line, words);
        line.put("\\n</system-reminder>\"}],\"renderedRole\":\"system\",").put(tail);
        flush();
    }

    /// One call of the model: thinking and text maybe, then as many tools; none ends the turn.
    private void call(int tools) throws IOException {
        var message = text.uuid().replace("-", "").substring(0, 24);
        var usage = usage();
        var head = "\"message\":{\"id\":\"msg_01" + message + "\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"" + model
                + "\",\"content\":[";
        var rest = "],\"stop_reason\":\"" + (tools > 0 ? "tool_use" : "end_turn") + "\",\"stop_sequence\":null,\"usage\":" + usage
                + ",\"stop_details\":null},\"requestId\":\"req_011" + message.substring(2) + "\",\"requestRef\":\"" + text.uuid()
                + "\",\"requestedModel\":\"" + model + "\",\"promptCacheRequested\":\"5m\",";
        request();
        var block = 0;
        now += 1_000 + text.below(20_000);
        if (text.below(3) == 0) {
            line.put(chained()).put(head).put("{\"type\":\"thinking\",\"thinking\":\"");
            text.prose(line, text.skewed(60, 0.8, 900));
            line.put("\",\"signature\":\"");
            text.sealed(line, text.skewed(600, 0.5, 4_000));
            finish(line.put("\"}"), rest, block++);
        }
        if (tools == 0 || text.below(3) == 0) {
            line.put(chained()).put(head).put("{\"type\":\"text\",\"text\":\"");
            text.prose(line, tools > 0 ? 5 + text.below(30) : text.skewed(120, 0.8, 2_000));
            finish(line.put("\"}"), rest, block++);
        }
        for (var left = tools; left > 0; left--) {
            new Tool(head, rest, block++).use();
        }
    }

    private String usage() {
        var created = 200 + text.below(6_000);
        var input = 3 + text.below(20);
        var wrote = text.skewed(250, 0.9, 8_000);
        var read = context;
        context = context > 170_000 ? 20_000 : context + created;
        if (!isCopy) {
            totals.add("claude.input", input);
            totals.add("claude.cacheWrite", created);
            totals.add("claude.cacheRead", read);
            totals.add("claude.output", wrote);
            totals.add("claude.calls", 1);
        }
        totalOutput += wrote;
        return "{\"input_tokens\":" + input + ",\"cache_creation_input_tokens\":" + created + ",\"cache_read_input_tokens\":" + read
                + ",\"output_tokens\":" + wrote
                + ",\"output_tokens_details\":{\"thinking_tokens\":0},\"server_tool_use\":{\"web_search_requests\":0,\"web_fetch_requests\":0},"
                + "\"service_tier\":\"standard\",\"cache_creation\":{\"ephemeral_1h_input_tokens\":0,\"ephemeral_5m_input_tokens\":" + created
                + "},\"inference_geo\":\"\",\"iterations\":[],\"speed\":\"standard\",\"fallback_credit\":null}";
    }

    private void request() throws IOException {
        line.put("{\"type\":\"api-request\",\"sessionId\":\"").put(id).put("\",\"id\":\"").put(text.uuid()).put("\",").put(stamp());
        line.put("\"version\":\"2.1.325\",\"querySource\":\"cli\",\"params\":{\"model\":\"").put(model);
        line.put("\",\"max_tokens\":128000,\"thinking\":{\"type\":\"adaptive\",\"display\":\"updates\"},\"output_config\":{\"effort\":\"medium\"}},");
        line.put("\"keep\":").put(text.below(200)).put(",\"requestDigest\":\"");
        text.hex(line, 64);
        line.put("\"}\n");
        flush();
    }

    private void finish(Text started, String rest, int block) throws IOException {
        started.put(rest).put("\"apiBlockIndex\":").put(block).put(",\"type\":\"assistant\",\"uuid\":\"").put(next()).put("\",").put(stamp());
        started.put("\"effort\":\"medium\",\"perTurnEffort\":\"medium\",\"madeBy\":\"model\",").put(tail);
        flush();
    }

    /// A tool call and what came of it.
    private final class Tool {
        private final String head;
        private final String rest;
        private final int block;
        private final String call = "toolu_01" + text.uuid().replace("-", "").substring(0, 22);

        Tool(String head, String rest, int block) {
            this.head = head;
            this.rest = rest;
            this.block = block;
        }

        void use() throws IOException {
            switch (text.below(10)) {
                case 0, 1, 2, 3 -> bash();
                case 4, 5, 6, 7 -> read();
                default -> edit();
            }
        }

        private void bash() throws IOException {
            start("Bash").put("\"command\":\"grep -rn ");
            text.prose(line, 2);
            line.put(" ");
            text.path(line);
            line.put("\",\"description\":\"");
            text.prose(line, 5);
            end("\"");
            output.clear();
            text.toolOutput(output, size());
            result(output, "{\"stdout\":\"", output, "\",\"stderr\":\"\",\"interrupted\":false,\"isImage\":false,\"noOutputExpected\":false}");
        }

        private void read() throws IOException {
            var path = new Text().put(plan.directory()).put('/');
            text.path(path);
            start("Read").put("\"file_path\":\"").put(path);
            end("\"");
            var numbered = new Text();
            output.clear();
            var one = new Text();
            var lines = 0;
            for (var end = size(); output.length() < end; ) {
                text.codeLine(one.clear());
                numbered.put(++lines).put("\\t").put(one);
                output.put(one);
            }
            result(
                    numbered,
                    "{\"type\":\"text\",\"file\":{\"filePath\":\"" + path + "\",\"content\":\"",
                    output,
                    "\",\"numLines\":" + lines + ",\"startLine\":1,\"totalLines\":" + lines + "}}");
        }

        private void edit() throws IOException {
            var path = new Text().put(plan.directory()).put('/');
            text.path(path);
            var after = new Text();
            output.clear();
            for (var left = 1 + text.below(12); left > 0; left--) {
                text.codeLine(output);
                text.codeLine(after);
            }
            start("Edit").put("\"file_path\":\"").put(path).put("\",\"old_string\":\"").put(output).put("\",\"new_string\":\"").put(after);
            end("\",\"replace_all\":false");
            var told = new Text().put("The file ").put(path).put(" has been updated successfully.");
            var whole = new Text();
            text.toolOutput(whole, size());
            result(
                    told,
                    "{\"filePath\":\"" + path + "\",\"oldString\":\"" + output + "\",\"newString\":\"" + after + "\",\"originalFile\":\"",
                    whole,
                    "\",\"structuredPatch\":[],\"userModified\":false,\"replaceAll\":false}");
        }

        private Text start(String name) {
            return line.put(chained()).put(head).put("{\"type\":\"tool_use\",\"id\":\"").put(call).put("\",\"name\":\"").put(name)
                    .put("\",\"input\":{");
        }

        private void end(String input) throws IOException {
            finish(line.put(input).put("}}"), rest, block);
        }

        private void result(Text shown, String kept, Text body, String ending) throws IOException {
            var asked = leaf;
            now += 50 + text.below(5_000);
            line.put(chained()).put("\"promptId\":\"").put(promptId);
            line.put("\",\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":[{\"tool_use_id\":\"").put(call);
            line.put("\",\"type\":\"tool_result\",\"content\":\"").put(shown).put("\",\"is_error\":false}]},\"uuid\":\"").put(next());
            line.put("\",").put(stamp()).put("\"toolUseResult\":").put(kept).put(body).put(ending);
            line.put(",\"sandboxed\":false,\"sourceToolAssistantUUID\":\"").put(asked);
            line.put("\",\"permissionDecision\":{\"decision\":\"accept\",\"source\":\"config\",\"reasonType\":\"rule\"},").put(tail);
            flush();
        }
    }

    private int size() {
        return plan.tiny() ? 200 + text.below(600) : text.skewed(2_500, 1.1, 30_000);
    }

    private void lastPrompt() throws IOException {
        line.put("{\"type\":\"last-prompt\",\"lastPrompt\":\"").put(prompt).put("\",\"leafUuid\":\"").put(leaf);
        line.put("\",\"sessionId\":\"").put(id).put("\"}\n");
        flush();
    }

    private void closing() throws IOException {
        line.put("{\"type\":\"cost-state\",\"sessionId\":\"").put(id).put("\",\"totalCostUSD\":1.25,\"totalDuration\":").put(now - plan.start());
        line.put(",\"startTime\":").put(plan.start()).put(",\"modelUsage\":{\"").put(model).put("\":{\"inputTokens\":0,\"outputTokens\":");
        line.put(totalOutput).put(",\"costUSD\":1.25}},\"hasUnknownModelCost\":false}\n");
        flush();
    }

    /// A helper's own file; its calls are not in the session's.
    private void subagent(Path folder) throws IOException {
        var agent = text.uuid().replace("-", "").substring(0, 17);
        before = "{\"parentUuid\":null,\"isSidechain\":true,\"agentId\":\"" + agent + "\",";
        leaf = "";
        context = 6_000;
        var file = Files.createDirectories(folder).resolve("agent-" + agent + ".jsonl");
        try (var stream = new BufferedOutputStream(Files.newOutputStream(file))) {
            out = stream;
            prompt(0);
            for (var left = 2 + text.below(8); left > 0; left--) {
                call(1);
            }
            call(0);
        }
        Files.setLastModifiedTime(file, FileTime.fromMillis(now));
        Files.writeString(
                folder.resolve("agent-" + agent + ".meta.json"),
                "{\"agentType\":\"general-purpose\",\"isBuiltIn\":true,\"description\":\"Look around\",\"toolUseId\":\"toolu_0\",\"spawnDepth\":1}");
        totals.add("claude.files", 1);
    }

    /// The beginning of a line that hangs on the last one.
    private String chained() {
        return leaf.isEmpty() ? before : "{\"parentUuid\":\"" + leaf + "\"," + before.substring("{\"parentUuid\":null,".length());
    }

    private String next() {
        leaf = text.uuid();
        return leaf;
    }

    private String stamp() {
        now += 1 + text.below(40);
        return "\"timestamp\":\"" + CorpusTime.of(now) + "\",";
    }

    private void flush() throws IOException {
        line.writeTo(out);
        written += line.length();
        line.clear();
    }
}
