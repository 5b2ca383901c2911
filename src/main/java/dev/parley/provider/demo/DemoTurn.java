package dev.parley.provider.demo;

import java.time.Duration;
import java.util.Optional;

/// What the demo agent is asked.
///
/// @param number the how-manieth turn of its session, from 1
/// @param pause how long it waits between two pieces when it shall be slow
record DemoTurn(int number, String prompt, String model, Optional<String> system, Duration pause) {}
