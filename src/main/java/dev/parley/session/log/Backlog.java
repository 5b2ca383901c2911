package dev.parley.session.log;

import java.util.concurrent.Semaphore;

/// How much may wait at one place, counted in characters. A thread that brings more waits until
/// some of it was taken; what is larger than all of it has the place to itself. Thread-safe.
public final class Backlog {
    private final int most;
    private final int least;
    private final Semaphore room;

    /// @param most how many characters may wait
    /// @param items how many things may wait, however small
    public Backlog(int most, int items) {
        this.most = most;
        least = most / items;
        room = new Semaphore(most);
    }

    /// Waits until there is room.
    ///
    /// @return what to [#leave] with
    public int enter(int characters) throws InterruptedException {
        var cost = Math.clamp(characters, least, most);
        room.acquire(cost);
        return cost;
    }

    public void leave(int cost) {
        room.release(cost);
    }

    /// Nothing is taken any more, so no thread may wait for that.
    public void open() {
        room.release(most);
    }
}
