import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.SplittableRandom;

/// One session as Codex 0.166 stores it: everything said is there as an item of the model's conversation and again as an
/// event, and the usage of each call as a record and as a count with running totals.
final class CodexSession {
    private static final String[] MODELS = {"gpt-5.5", "gpt-5.6-sol", "gpt-5.6-luna", "gpt-5.5"};

    private final CorpusPlan plan;
    private final CorpusTotals totals;
    private final Passages text;
    private final Text line = new Text();
    private final Text output = new Text();
    private final Text words = new Text();
    private final String id;
    private final String model;
    private final boolean isLegacy;
    private final long[] thread = new long[4];
    private final long[] turnUsage = new long[4];
    private final long[] callUsage = new long[4];
    private String turn = "";
    private long ordinal;
    private long now;
    private long written;
    private long context = 14_000;
    private OutputStream out;

    CodexSession(Vocabulary vocabulary, CorpusPlan plan, CorpusTotals totals, SplittableRandom random) {
        this.plan = plan;
        this.totals = totals;
        text = new Passages(vocabulary, random, plan.project());
        id = text.uuid(plan.start());
        model = MODELS[text.below(MODELS.length)];
        isLegacy = text.below(7) == 0;
        now = plan.start();
    }

    /// Writes the file; returns its size.
    long writeTo(Path sessions) throws IOException {
        var time = CorpusTime.of(plan.start());
        var folder = Files.createDirectories(sessions.resolve(time.substring(0, 10).replace('-', '/')));
        var file = folder.resolve("rollout-" + time.substring(0, 19).replace(':', '-') + "-" + id + ".jsonl");
        try (var stream = new BufferedOutputStream(Files.newOutputStream(file), 1 << 18)) {
            out = stream;
            meta();
            for (var number = 0; number == 0 || written < plan.bytes(); number++) {
                turn(number);
            }
        }
        Files.setLastModifiedTime(file, FileTime.fromMillis(now));
        totals.add("codex.sessions", 1);
        totals.add("codex.files", 1);
        totals.add("codex.bytes", written);
        return written;
    }

    private void meta() throws IOException {
        start("session_meta").put("\"session_id\":\"").put(id).put("\",\"id\":\"").put(id).put("\",\"timestamp\":\"").put(CorpusTime.of(now));
        line.put("\",\"cwd\":\"").put(plan.directory()).put("\",\"runtime_workspace_roots\":[\"").put(plan.directory());
        line.put("\"],\"originator\":\"codex_cli_rs\",\"cli_version\":\"0.166.0\",\"source\":\"cli\",\"model_provider\":\"openai\",");
        line.put("\"base_instructions\":{\"text\":\"");
        text.prose(line, plan.tiny() ? 60 : 3_300);
        line.put("\",\"provenance\":{\"type\":\"model\",\"model\":\"").put(model).put("\"}},\"history_mode\":\"");
        line.put(isLegacy ? "legacy" : "paginated").put("\",\"git\":{\"commit_hash\":\"");
        text.hex(line, 40);
        line.put("\",\"branch\":\"main\"}");
        end();
    }

    private void turn(int number) throws IOException {
        now += 20_000 + text.below(600_000);
        turn = text.uuid(now);
        java.util.Arrays.fill(turnUsage, 0);
        event("task_started").put("\"turn_id\":\"").put(turn).put("\",\"root_turn_id\":\"").put(turn).put("\",\"started_at\":").put(now / 1000);
        line.put(",\"model_context_window\":258400,\"collaboration_mode_kind\":\"default\"");
        end();
        if (number == 0 && !plan.tiny()) {
            injected("developer", "skills", 800);
            injected("user", "agents_md", 300);
        }
        context();
        prompt(number);
        for (var calls = 1 + text.below(8); calls > 1 && written < plan.bytes(); calls--) {
            toolCall();
        }
        answer();
    }

    /// Instructions that look like messages and are nobody's.
    private void injected(String role, String origin, int length) throws IOException {
        item("message").put("\"id\":\"msg_").put(text.uuid(now)).put("\",\"role\":\"").put(role);
        line.put("\",\"content\":[{\"type\":\"input_text\",\"text\":\"<instructions>\\n");
        text.prose(line, length);
        line.put("\\n</instructions>\"}],").put(metadata());
        line.put(",\"content_item_kinds\":[\"generic\"],\"content_item_metadata\":[{\"provenance\":{\"type\":\"").put(origin).put("\"}}]}");
        end();
    }

    private void context() throws IOException {
        start("turn_context").put("\"turn_id\":\"").put(turn).put("\",\"root_turn_id\":\"").put(turn).put("\",\"cwd\":\"").put(plan.directory());
        line.put("\",\"approval_policy\":\"on-request\",\"approvals_reviewer\":\"user\",\"sandbox_policy\":{\"type\":\"workspace-write\",");
        line.put("\"network_access\":false,\"exclude_tmpdir_env_var\":false,\"exclude_slash_tmp\":false},\"permission_profile\":");
        line.put("{\"type\":\"managed\",\"file_system\":{\"type\":\"restricted\",\"entries\":[{\"path\":{\"type\":\"special\",\"value\":{\"kind\":\"root\"}},");
        line.put("\"access\":\"read\"},{\"path\":{\"type\":\"path\",\"path\":\"").put(plan.directory());
        line.put("\"},\"access\":\"write\"}]},\"network\":\"restricted\"},\"model\":\"").put(model);
        line.put("\",\"collaboration_mode\":{\"mode\":\"default\",\"settings\":{\"model\":\"").put(model);
        line.put("\",\"reasoning_effort\":null,\"developer_instructions\":null}},\"realtime_active\":false,\"summary\":\"none\"");
        end();
    }

    private void prompt(int number) throws IOException {
        words.clear();
        if (number == 0) {
            words.put("Please look at the " + Passages.COMMON + ": ");
        }
        text.prose(words, text.skewed(25, 0.9, 400));
        item("message").put("\"id\":\"msg_").put(text.uuid(now)).put("\",\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"");
        line.put(words).put("\"}],").put(metadata());
        line.put(",\"content_item_kinds\":[\"user.text\"],\"content_item_metadata\":[{\"provenance\":{\"type\":\"user\"}}]}");
        end();
        if (isLegacy) {
            event("user_message").put("\"message\":\"").put(words).put("\",\"images\":[],\"local_images\":[],\"text_elements\":[]");
        } else {
            completed("UserMessage", text.uuid(now)).put("\"content\":[{\"type\":\"text\",\"text\":\"").put(words).put("\",\"text_elements\":[]}]");
            line.put(times());
        }
        end();
    }

    private void reasoning() throws IOException {
        words.clear();
        words.put("**");
        text.prose(words, 3);
        words.put("** ");
        text.prose(words, text.skewed(40, 0.7, 400));
        var name = "rs_" + text.uuid().replace("-", "").substring(0, 24);
        if (isLegacy) {
            event("agent_reasoning").put("\"text\":\"").put(words).put("\"");
        } else {
            completed("Reasoning", name).put("\"summary_text\":[\"").put(words).put("\"],\"raw_content\":[]").put(times());
        }
        end();
        item("reasoning").put("\"id\":\"").put(name).put("\",\"summary\":[{\"type\":\"summary_text\",\"text\":\"").put(words);
        line.put("\"}],\"content\":null,\"encrypted_content\":\"");
        text.sealed(line, text.skewed(1_200, 0.5, 6_000));
        line.put("\",").put(metadata()).put('}');
        end();
    }

    private void toolCall() throws IOException {
        now += 1_000 + text.below(15_000);
        if (text.below(2) == 0) {
            reasoning();
        }
        var call = "call_" + text.uuid().replace("-", "").substring(0, 24);
        if (text.below(5) == 0) {
            patch(call);
        } else {
            command(call);
        }
        tokenCount();
    }

    private void command(String call) throws IOException {
        words.clear();
        words.put("rg -n ");
        text.prose(words, 2);
        words.put(' ');
        text.path(words);
        item("function_call").put("\"status\":\"completed\",\"id\":\"fc_").put(call.substring(5)).put("\",\"name\":\"exec_command\",\"arguments\":\"");
        line.quote(new Text().put("{\"cmd\":\"").put(words).put("\"}")).put("\",\"call_id\":\"").put(call).put("\",").put(metadata()).put('}');
        end();
        usage();
        output.clear();
        text.toolOutput(output, plan.tiny() ? 200 + text.below(600) : text.skewed(2_500, 1.1, 30_000));
        now += text.below(4_000);
        if (!isLegacy) {
            completed("CommandExecution", call).put("\"process_id\":\"").put(text.below(60_000)).put("\",\"command\":[\"/bin/bash\",\"-lc\",\"");
            line.put(words).put("\"],\"cwd\":\"file://").put(plan.directory()).put("\",\"parsed_cmd\":[{\"type\":\"search\",\"cmd\":\"").put(words);
            line.put("\"}],\"source\":\"unified_exec_startup\",\"status\":\"completed\",\"aggregated_output\":\"").put(output);
            line.put("\",\"exit_code\":0,\"duration\":{\"secs\":0,\"nanos\":").put(text.below(1_000_000_000)).put('}').put(times());
            end();
        }
        item("function_call_output").put("\"id\":\"fco_").put(text.uuid(now)).put("\",\"call_id\":\"").put(call).put("\",\"output\":\"Chunk ID: ");
        text.hex(line, 6);
        line.put("\\nWall time: 0.").put(1000 + text.below(8999)).put(" seconds\\nProcess exited with code 0\\nOriginal token count: ");
        line.put(output.length() / 4).put("\\nOutput:\\n").put(output).put("\",").put(metadata()).put('}');
        end();
    }

    private void patch(String call) throws IOException {
        words.clear();
        text.path(words);
        output.clear();
        for (var left = 2 + text.below(20); left > 0; left--) {
            output.put(left % 2 == 0 ? "-" : "+");
            text.codeLine(output);
        }
        item("custom_tool_call").put("\"status\":\"completed\",\"id\":\"ctc_").put(call.substring(5)).put("\",\"call_id\":\"").put(call);
        line.put("\",\"name\":\"apply_patch\",\"input\":\"*** Begin Patch\\n*** Update File: ").put(words).put("\\n@@\\n").put(output);
        line.put("*** End Patch\\n\",").put(metadata()).put('}');
        end();
        usage();
        if (!isLegacy) {
            completed("FileChange", call).put("\"changes\":{\"").put(plan.directory()).put('/').put(words);
            line.put("\":{\"type\":\"update\",\"unified_diff\":\"@@ -4,3 +4,3 @@\\n").put(output).put("\",\"move_path\":null}},\"status\":\"completed\",");
            line.put("\"stdout\":\"Success. Updated the following files:\\nM ").put(words).put("\\n\",\"stderr\":\"\"").put(times());
            end();
        }
        item("custom_tool_call_output").put("\"id\":\"ctco_").put(text.uuid(now)).put("\",\"call_id\":\"").put(call);
        line.put("\",\"output\":\"Exit code: 0\\nWall time: 0.5 seconds\\nOutput:\\nSuccess. Updated the following files:\\nM ").put(words);
        line.put("\\n\",").put(metadata()).put('}');
        end();
    }

    private void answer() throws IOException {
        now += 1_000 + text.below(20_000);
        words.clear();
        text.prose(words, text.skewed(120, 0.8, 2_000));
        var name = "msg_" + text.uuid().replace("-", "").substring(0, 24);
        if (isLegacy) {
            event("agent_message").put("\"message\":\"").put(words).put("\",\"phase\":null,\"memory_citation\":null");
        } else {
            completed("AgentMessage", name).put("\"content\":[{\"type\":\"Text\",\"text\":\"").put(words).put("\"}]").put(times());
        }
        end();
        item("message").put("\"status\":\"completed\",\"id\":\"").put(name).put("\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"");
        line.put(words).put("\",\"annotations\":[]}],").put(metadata()).put(",\"content_item_kinds\":[\"unknown\"]}");
        end();
        usage();
        tokenCount();
        if (text.below(10) == 0) {
            tokenCount(); // the same again, as it happens when a limit is refreshed
        }
        event("task_complete").put("\"root_turn_id\":\"").put(turn).put("\",\"turn_id\":\"").put(turn).put("\",\"last_agent_message\":\"").put(words);
        line.put("\",\"started_at\":").put(now / 1000 - 20).put(",\"completed_at\":").put(now / 1000).put(",\"duration_ms\":20000,");
        line.put("\"time_to_first_token_ms\":900");
        end();
    }

    /// The usage of the call that just ended.
    private void usage() throws IOException {
        callUsage[0] = context + text.below(500);
        callUsage[1] = context / 128 * 128;
        callUsage[2] = text.skewed(250, 0.9, 8_000);
        callUsage[3] = callUsage[2] / 3;
        context = context > 200_000 ? 20_000 : context + 300 + text.below(5_000);
        for (var at = 0; at < callUsage.length; at++) {
            turnUsage[at] += callUsage[at];
            thread[at] += callUsage[at];
        }
        totals.add("codex.input", callUsage[0]);
        totals.add("codex.cached", callUsage[1]);
        totals.add("codex.output", callUsage[2]);
        totals.add("codex.reasoning", callUsage[3]);
        totals.add("codex.calls", 1);
        start("token_usage_record").put("\"thread_id\":\"").put(id).put("\",\"turn_id\":\"").put(turn).put("\",\"session_id\":\"").put(id);
        line.put("\",\"root_turn_id\":\"").put(turn).put("\",\"response_id\":\"resp_").put(text.uuid().replace("-", "").substring(0, 24));
        line.put("\",\"usage\":").put(tokens(callUsage)).put(",\"turn_token_usage\":").put(tokens(turnUsage));
        line.put(",\"thread_token_usage\":").put(tokens(thread));
        end();
    }

    private void tokenCount() throws IOException {
        event("token_count").put("\"info\":{\"total_token_usage\":").put(tokens(thread)).put(",\"last_token_usage\":").put(tokens(callUsage));
        line.put(",\"last_usage_includes_reasoning\":false,\"model_context_window\":258400},\"rate_limits\":{\"limit_id\":\"codex\",\"limit_name\":null,");
        line.put("\"primary\":null,\"secondary\":null,\"credits\":null,\"individual_limit\":null,\"spend_control_reached\":null,\"plan_type\":null,");
        line.put("\"rate_limit_reached_type\":null}");
        end();
    }

    private static String tokens(long[] usage) {
        return "{\"input_tokens\":" + usage[0] + ",\"cached_input_tokens\":" + usage[1] + ",\"cache_write_input_tokens\":0,\"output_tokens\":"
                + usage[2] + ",\"reasoning_output_tokens\":" + usage[3] + ",\"total_tokens\":" + (usage[0] + usage[2]) + "}";
    }

    private Text start(String type) {
        now += 1 + text.below(20);
        line.put("{\"timestamp\":\"").put(CorpusTime.of(now)).put("\",");
        if (!isLegacy) {
            line.put("\"ordinal\":").put(ordinal++).put(',');
        }
        return line.put("\"type\":\"").put(type).put("\",\"payload\":{");
    }

    private Text event(String type) {
        return start("event_msg").put("\"type\":\"").put(type).put("\",");
    }

    private Text item(String type) {
        return start("response_item").put("\"type\":\"").put(type).put("\",");
    }

    private Text completed(String type, String name) {
        event("item_completed").put("\"thread_id\":\"").put(id).put("\",\"turn_id\":\"").put(turn).put("\",\"item\":{\"type\":\"").put(type);
        return line.put("\",\"id\":\"").put(name).put("\",");
    }

    private String times() {
        return "},\"started_at_ms\":" + now + ",\"completed_at_ms\":" + now;
    }

    private String metadata() {
        return "\"internal_chat_message_metadata_passthrough\":{\"turn_id\":\"" + turn + "\",\"create_time\":" + now / 1000 + ".5";
    }

    private void end() throws IOException {
        line.put("}}\n").writeTo(out);
        written += line.length();
        line.clear();
    }
}
