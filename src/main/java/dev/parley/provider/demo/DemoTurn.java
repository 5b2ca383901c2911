package dev.parley.provider.demo;

import java.time.Duration;
import java.util.Optional;

/// What the demo agent is asked.
///
/// @param number which turn of its session it is, from 1
/// @param pause how long it waits between two pieces when it shall be slow
record DemoTurn(int number, String prompt, String model, Optional<String> system, Duration pause) {
    DemoTurn asking(String other) {
        return new DemoTurn(number, other, model, system, pause);
    }
}
