import java.time.Instant;

/// Times as the CLIs write them: always with three digits after the second.
final class CorpusTime {
    private CorpusTime() {}

    static String of(long millis) {
        var text = Instant.ofEpochMilli(millis - millis % 1000).toString();
        var fraction = Long.toString(1000 + millis % 1000);
        return text.substring(0, 19) + "." + fraction.substring(1) + "Z";
    }
}
