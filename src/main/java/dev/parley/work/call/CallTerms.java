package dev.parley.work.call;

import dev.parley.api.FunctionPolicy;
import dev.parley.api.LiveCapability;
import dev.parley.api.RepositoryModel;
import dev.parley.base.problem.Problem;
import dev.parley.provider.Invocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.work.CallRefused;

import java.util.ArrayList;
import java.util.List;

/// A call as the agent can answer it. What it cannot do is refused before anything starts, or left
/// out where the model says so.
///
/// @param ignored what was left out, by the client's names
record CallTerms(Call call, List<String> ignored) {
    static CallTerms of(Call asked, RepositoryModel model, ProviderProfile provider) {
        var ignored = new ArrayList<String>();
        var call = asked;
        if (!asked.functions().isEmpty() && !takesFunctions(model, provider)) {
            call = asked.with(Functions.NONE);
            ignored.add("tools");
        }
        check(call, model, provider);
        var effort = call.form().effort();
        if (effort.isPresent() && !knows(effort.get().level(), isLive(call, model), provider)) {
            call = call.with(call.form().withoutEffort());
            ignored.add(effort.get().parameter());
        }
        return new CallTerms(call, ignored);
    }

    private static boolean isLive(Call call, RepositoryModel model) {
        return model.warm() || !call.functions().isEmpty();
    }

    private static boolean knows(String effort, boolean isLive, ProviderProfile provider) {
        var levels =
                isLive
                        ? provider.findLive().map(live -> live.options().effort())
                        : provider.findOneShot().map(oneShot -> oneShot.options().effort());
        return levels.filter(known -> known.containsKey(effort)).isPresent();
    }

    private static boolean takesFunctions(RepositoryModel model, ProviderProfile provider) {
        var can = provider.findLive().isPresent() && !model.worktree();
        var policy = model.tools();
        if (policy == FunctionPolicy.IGNORE) {
            return false;
        }
        if (policy == FunctionPolicy.REFUSE || !can) {
            throw CallRefused.of(
                    CallRefused.Reason.NO_FUNCTIONS,
                    policy == FunctionPolicy.REFUSE
                            ? "This agent uses its own tools; it cannot call yours."
                            : model.worktree()
                                    ? "An agent in a worktree cannot call your functions."
                                    : provider.name()
                                            + " holds no live session, in which it could call your functions.",
                    "Leave them out; \"tools\": \"ignore\" in models.json does that.");
        }
        var cannotDoWithout = provider.findLive().orElseThrow().options().withoutTools().isEmpty();
        if (!model.keepsOwnTools() && cannotDoWithout) {
            throw Problem.brokenConfiguration(
                    provider.name() + " cannot be run without its own tools.",
                    "Leave \"ownTools\" out of models.json.");
        }
        return true;
    }

    private static void check(Call call, RepositoryModel model, ProviderProfile provider) {
        var isLive = isLive(call, model);
        if (call.form().schema().isEmpty() && call.images().isEmpty()) {
            return;
        }
        var options = isLive ? null : Invocation.oneShot(provider).options();
        var who = (isLive ? "A live session of " : "A single turn of ") + provider.name();
        if (call.form().schema().isPresent() && (options == null || options.schema().isEmpty())) {
            throw CallRefused.of(
                    CallRefused.Reason.NO_SCHEMA,
                    who + " cannot be given a JSON schema for its answer.",
                    "Leave it out.");
        }
        var takesImages =
                options == null
                        ? provider.findLive()
                                .filter(it -> it.can(LiveCapability.IMAGES))
                                .isPresent()
                        : !options.image().isEmpty();
        if (!call.images().isEmpty() && !takesImages) {
            throw CallRefused.of(
                    CallRefused.Reason.NO_IMAGES, who + " takes no images.", "Leave them out.");
        }
    }
}
