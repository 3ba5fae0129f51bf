import type { FileInfo } from '@parley/sdk';
import { useServedWords } from '../../lib/served-words.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Bytes, Time } from '../../ui/values.tsx';
import { useFilesText } from './files-text.ts';

/** Everything that is known about a file. */
export function FileDetails({ file }: { file: FileInfo }) {
  const text = useFilesText();
  const { summaryOf } = useServedWords();
  const { extracted_text: _text, ...metadata } = file.metadata ?? {};
  return (
    <div className="flex flex-col gap-5">
      <Card title={text.facts}>
        <Facts
          facts={[
            [
              text.id,
              <code key="id" className="font-mono text-xs">
                {file.file_id}
              </code>,
            ],
            [text.kind, file.kind ? text.kinds[file.kind] : text.unknownKind],
            [text.mediaType, file.media_type],
            [text.size, file.file_size !== null && <Bytes value={file.file_size} />],
            [text.pages, file.pages],
            [text.created, <Time key="created" value={file.created_at} isFull />],
            [text.processed, file.processed_at && <Time value={file.processed_at} isFull />],
            [text.expires, file.expires_at && <Time value={file.expires_at} isFull />],
            [text.summary, file.processing_summary !== null && summaryOf(file.processing_summary)],
          ]}
        />
      </Card>
      {file.metadata && (
        <Card title={text.metadata}>
          <JsonTree value={metadata} label={text.metadata} />
        </Card>
      )}
    </div>
  );
}
