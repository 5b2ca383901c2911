package dev.parley.door.http;

import org.slf4j.Logger;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Faults of ours in the log: where each came from is told once, that it happened again every time.
final class FaultLog {
    private static final int MOST_KINDS = 1000;

    private final Logger log;
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    FaultLog(Logger log) {
        this.log = log;
    }

    void log(String what, Throwable fault) {
        if (told.size() < MOST_KINDS && told.add(kind(fault))) {
            log.error(what, fault);
        } else {
            log.error("{} (as before: {})", what, fault.toString());
        }
    }

    private static String kind(Throwable fault) {
        var place = fault.getStackTrace();
        return fault.getClass().getName() + (place.length == 0 ? "" : " " + place[0]);
    }
}
