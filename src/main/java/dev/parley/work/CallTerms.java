package dev.parley.work;

import dev.parley.api.FunctionPolicy;
import dev.parley.api.LiveCapability;
import dev.parley.api.RepositoryModel;
import dev.parley.provider.Invocation;
import dev.parley.provider.ProviderProfile;

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
        return new CallTerms(call, ignored);
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
                    "Leave them out, or have the owner of models.json set \"tools\" to \"map\" or \"ignore\".");
        }
        return true;
    }

    private static void check(Call call, RepositoryModel model, ProviderProfile provider) {
        var isLive = model.warm() || !call.functions().isEmpty();
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
