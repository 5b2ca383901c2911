package dev.parley.work;

import dev.parley.room.Answer;
import dev.parley.room.Order;

import org.slf4j.LoggerFactory;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Takes the turns that a course orders, whoever sits in the room: those of one step at the same
/// time, each on a thread of its own. Waits on the calling thread; interrupting it interrupts them.
public final class CourseTurns {
    private CourseTurns() {}

    /// How one turn is taken.
    public interface Taker {
        Answer take(Order order) throws InterruptedException;
    }

    /// @return the answers, in the order in which they were asked for
    public static List<Answer> take(List<Order> orders, Taker taker) throws InterruptedException {
        if (orders.size() == 1) {
            return List.of(taker.take(orders.getFirst()));
        }
        var tasks = new ArrayList<Callable<Answer>>();
        orders.forEach(order -> tasks.add(() -> taker.take(order)));
        var answers = new ArrayList<Answer>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var turns = threads.invokeAll(tasks);
            for (var at = 0; at < orders.size(); at++) {
                answers.add(result(turns.get(at), orders.get(at)));
            }
        }
        return answers;
    }

    private static Answer result(Future<Answer> turn, Order order) throws InterruptedException {
        try {
            return turn.get();
        } catch (ExecutionException e) {
            LoggerFactory.getLogger(CourseTurns.class).error("A turn failed", e);
            return Answer.failed(order);
        }
    }
}
