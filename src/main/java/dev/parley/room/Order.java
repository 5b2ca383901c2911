package dev.parley.room;

/// A turn that an agent is to take.
///
/// @param phase which part of the mode it is
/// @param cue what it is asked to do
/// @param showsNew whether it is told what is new in the room; otherwise the cue has all it needs
public record Order(String agent, String phase, String cue, boolean showsNew) {}
