import { buildSegment, decodeSegment, encodeSegment, mergeSegments, PassageIndex } from '@parley/text';
import { serveTasks } from '../../../lib/serve-tasks.ts';
import { buildIndex } from './build-index.ts';

/** A file and the parts of its search index. */
export interface SegmentInput {
  id: string;
  parts: Uint8Array[];
}

/** Bytes of a segment and the files in it that are kept. */
export interface MergeInput {
  bytes: Uint8Array;
  keep: string[];
}

/** A segment's bytes, how many passages each of its files has, and the files whose indexes could not be read. */
export interface BuiltSegment {
  bytes: Uint8Array;
  files: [id: string, passages: number][];
  unreadable: string[];
}

serveTasks({
  build: ({ text }: { text: string }) => buildIndex(text),
  segment({ files }: { files: SegmentInput[] }): BuiltSegment {
    const unreadable: string[] = [];
    const segment = buildSegment(
      files.flatMap(({ id, parts }) => {
        const indexes = parts.flatMap((part) => PassageIndex.decode(part) ?? []);
        if (indexes.length === parts.length) return [{ id, indexes }];
        unreadable.push(id);
        return [];
      }),
    );
    const passages = segment.files.map((file): [string, number] => [file.id, file.passages]);
    return { bytes: encodeSegment(segment), files: passages, unreadable };
  },
  merge({ segments }: { segments: MergeInput[] }): BuiltSegment {
    const kept = segments.map(({ keep }) => new Set(keep));
    const decoded = segments.flatMap(({ bytes }) => decodeSegment(bytes) ?? []);
    if (decoded.length < segments.length) throw new Error('a segment cannot be read');
    const merged = mergeSegments(decoded, (id, number) => kept[number]?.has(id) ?? false);
    const passages = merged.files.map((file): [string, number] => [file.id, file.passages]);
    return { bytes: encodeSegment(merged), files: passages, unreadable: [] };
  },
});
