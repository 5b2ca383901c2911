package dev.parley.history.catalog;

import dev.parley.event.Event;
import dev.parley.sessionfile.StoredEvent;

import org.jspecify.annotations.Nullable;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/// The requests to models that a file tells of, 64 bytes each: a machine may have seen a million.
/// Grows while its file is read by one thread; what others see are copies.
public final class Requests {
    /// What a provider did not tell.
    static final long ABSENT = -1;

    /// Nobody uses more in one session; of the others only the names are lost.
    private static final int MOST_MODELS = 1000;

    private static final int WIDTH = 8;

    /// How many figures are written at once.
    private static final int SLICE = WIDTH << 9;

    private List<String> models;
    private long[] figures;
    private int size;

    public Requests() {
        this(List.of(), new long[0], 0);
    }

    private Requests(List<String> models, long[] figures, int size) {
        this.models = models;
        this.figures = figures;
        this.size = size;
    }

    /// One request.
    ///
    /// @param key what names it wherever it is written down, hashed
    /// @param time in seconds since 1970
    /// @param cost in US dollars as the CLI wrote it; `NaN` when it did not
    public record Request(
            long key,
            long time,
            @Nullable String model,
            long input,
            long output,
            long cached,
            long reasoning,
            long cacheWrite,
            double cost) {}

    public void add(StoredEvent event) {
        if (event.envelope().event() instanceof Event.TokensUsed(var usage)
                && event.counted() != null) {
            var counted = event.counted();
            add(
                    new Request(
                            counted.hash(),
                            event.envelope().timestamp().getEpochSecond(),
                            counted.model(),
                            usage.inputTokens(),
                            usage.outputTokens(),
                            usage.cachedTokens() == null ? ABSENT : usage.cachedTokens(),
                            usage.reasoningTokens() == null ? ABSENT : usage.reasoningTokens(),
                            counted.cacheWriteTokens(),
                            usage.totalCost() == null ? Double.NaN : usage.totalCost()));
        }
    }

    public void add(Request request) {
        if (figures.length < (size + 1) * WIDTH) {
            figures = Arrays.copyOf(figures, Math.max(4, size + size / 2 + 1) * WIDTH);
        }
        var at = size++ * WIDTH;
        figures[at] = request.key();
        // A model is one of few in a file; its number shares a place with the time.
        figures[at + 1] = request.time() << 16 | (modelNumber(request.model()) & 0xffff);
        figures[at + 2] = request.input();
        figures[at + 3] = request.output();
        figures[at + 4] = request.cached();
        figures[at + 5] = request.reasoning();
        figures[at + 6] = request.cacheWrite();
        figures[at + 7] = Double.doubleToRawLongBits(request.cost());
    }

    private int modelNumber(@Nullable String model) {
        if (model == null) {
            return 0xffff;
        }
        var known = models.indexOf(model);
        if (known >= 0) {
            return known;
        }
        if (models.size() == MOST_MODELS) {
            return 0xffff;
        }
        // Few, and shared with copies.
        var more = new ArrayList<>(models);
        more.add(model);
        models = List.copyOf(more);
        return models.size() - 1;
    }

    public void forEach(Consumer<Request> each) {
        for (var at = 0; at < size * WIDTH; at += WIDTH) {
            var model = (int) (figures[at + 1] & 0xffff);
            each.accept(
                    new Request(
                            figures[at],
                            figures[at + 1] >> 16,
                            model == 0xffff ? null : models.get(model),
                            figures[at + 2],
                            figures[at + 3],
                            figures[at + 4],
                            figures[at + 5],
                            figures[at + 6],
                            Double.longBitsToDouble(figures[at + 7])));
        }
    }

    /// As they are in memory: there are far more of them than of anything else in the catalog.
    void write(DataOutputStream out, CatalogWords.Writer words) throws IOException {
        words.put(models);
        out.writeInt(size);
        var slice =
                ByteBuffer.allocate(Math.min(SLICE, size * WIDTH) * Long.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN);
        for (var at = 0; at < size * WIDTH; at += SLICE) {
            var count = Math.min(SLICE, size * WIDTH - at);
            slice.asLongBuffer().put(figures, at, count);
            out.write(slice.array(), 0, count * Long.BYTES);
        }
    }

    static Requests read(CheckedContent in, CatalogWords.Reader words) throws IOException {
        var models = words.list();
        var size = in.readInt();
        return new Requests(models, in.readLongs(Math.multiplyExact(size, WIDTH)), size);
    }

    public Requests copy() {
        return new Requests(models, Arrays.copyOf(figures, size * WIDTH), size);
    }
}
