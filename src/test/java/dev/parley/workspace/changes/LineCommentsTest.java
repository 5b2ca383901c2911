package dev.parley.workspace.changes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.LineComment;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

class LineCommentsTest {
    @TempDir Path directory;

    private static LineComment on(int line, String text) {
        return new LineComment("a.txt", line, null, false, null, text);
    }

    @Test
    void whatIsWrittenWhileOthersAreSentWaits() throws Exception {
        try (var tree = new WatchedTree(directory).committed()) {
            var comments = new LineComments(tree.checkpoints);
            comments.add(tree.session, on(1, "why?"));
            var draft = comments.draft(tree.session, tree.root);
            comments.add(tree.session, on(2, "and this?"));
            comments.sent(tree.session, draft.comments());
            assertThat(draft.prompt()).contains("why?").doesNotContain("and this?");
            assertEquals(List.of(on(2, "and this?")), comments.of(tree.session));
        }
    }
}
