package dev.parley.provider;

import com.fasterxml.jackson.annotation.JsonProperty;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// In which ways one ACP agent differs from the others, as data: the part `live.acp` of a profile.
/// An agent that keeps to the protocol needs none of it.
///
/// @param replayEnds what marks the end of the history that `session/load` repeats
/// @param unknownSession expressions; an error of `session/load` or `session/resume` in which one
///   is found means that there is no such session. ACP's own code for it needs none.
/// @param sessionOptions ids of permission options that hold until the session ends and are written
///   nowhere. No other option that holds longer than once is ever chosen.
/// @param noise expressions; a piece of a message that is one of them is nothing the agent says
/// @param ignored beginnings of notification names that mean nothing to us
/// @param toolName an expression whose first group finds a tool's name in the id of its call, for
///   agents that show people's titles only, such as the command of a shell
/// @param modelName an expression whose first group finds the model's name in its id
/// @param alreadyInMode an expression; an error of a switch of mode in which it is found means that
///   there was nothing to switch
/// @param usage what the tokens count that come with the end of a turn
/// @param growingArguments a call's content is the text of its arguments, as far as written
/// @param wholeThoughts each piece of thought is a whole one
/// @param emptyTurnIsFailure an end without a word hides an error of the model
/// @param answersBeside answers to questions stand beside the chosen option
public record AcpOptions(
        @Nullable ReplayEnds replayEnds,
        List<String> unknownSession,
        List<String> sessionOptions,
        List<String> noise,
        List<String> ignored,
        @Nullable String toolName,
        @Nullable String modelName,
        @Nullable String alreadyInMode,
        @Nullable Counted usage,
        boolean growingArguments,
        boolean wholeThoughts,
        boolean emptyTurnIsFailure,
        boolean answersBeside) {
    /// For an agent that keeps to the protocol.
    public static final AcpOptions NONE =
            new AcpOptions(
                    null, List.of(), List.of(), List.of(), List.of(), null, null, null, null, false,
                    false, false, false);

    public AcpOptions {
        replayEnds = replayEnds == null ? ReplayEnds.ANSWER : replayEnds;
        unknownSession = unknownSession == null ? List.of() : List.copyOf(unknownSession);
        sessionOptions = sessionOptions == null ? List.of() : List.copyOf(sessionOptions);
        noise = noise == null ? List.of() : List.copyOf(noise);
        ignored = ignored == null ? List.of() : List.copyOf(ignored);
        usage = usage == null ? Counted.TURN : usage;
    }

    /// What marks the end of a replay.
    public enum ReplayEnds {
        /// The answer to the request, as the protocol has it.
        @JsonProperty("answer")
        ANSWER,
        /// The list of commands, which comes behind the answer and behind the history.
        @JsonProperty("commands")
        COMMANDS
    }

    /// What a count of tokens is about.
    public enum Counted {
        @JsonProperty("turn")
        TURN,
        /// The last reply of the model only: a turn that used tools is not counted.
        @JsonProperty("last-reply")
        LAST_REPLY
    }
}
