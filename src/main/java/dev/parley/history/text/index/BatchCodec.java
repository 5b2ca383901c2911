package dev.parley.history.text.index;

import org.apache.lucene.codecs.FieldsConsumer;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.codecs.NormsProducer;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.index.Fields;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;

import java.io.IOException;

/// Lucene's own format on disk. Only when a [Batch] is all that is to be merged, its words are
/// written as they are: to merge the words of one takes a third more time than to write them.
final class BatchCodec extends Lucene104Codec {
    private final PostingsFormat words = new Words(super.getPostingsFormatForField(""));

    @Override
    public PostingsFormat getPostingsFormatForField(String field) {
        return words;
    }

    private static final class Words extends PostingsFormat {
        private final PostingsFormat format;

        Words(PostingsFormat format) {
            // By this name it is read again.
            super(format.getName());
            this.format = format;
        }

        @Override
        public FieldsConsumer fieldsConsumer(SegmentWriteState state) throws IOException {
            return new Writer(format.fieldsConsumer(state));
        }

        @Override
        public FieldsProducer fieldsProducer(SegmentReadState state) throws IOException {
            return format.fieldsProducer(state);
        }
    }

    private static final class Writer extends FieldsConsumer {
        private final FieldsConsumer writer;

        Writer(FieldsConsumer writer) {
            this.writer = writer;
        }

        @Override
        public void write(Fields fields, NormsProducer norms) throws IOException {
            writer.write(fields, norms);
        }

        @Override
        public void merge(MergeState merge, NormsProducer norms) throws IOException {
            var isOne = merge.fieldsProducers.length == 1 && merge.liveDocs[0] == null;
            if (isOne && !merge.needsIndexSort) {
                merge.fieldsProducers[0].checkIntegrity();
                writer.write(merge.fieldsProducers[0], norms);
            } else {
                writer.merge(merge, norms);
            }
        }

        @Override
        public void close() throws IOException {
            writer.close();
        }
    }
}
