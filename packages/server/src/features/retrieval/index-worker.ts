import { buildSegment, decodeSegment, encodeSegment, mergeSegments, PassageIndex } from '@parley/text';
import { serveTasks } from '../../lib/serve-tasks.ts';
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

/** A segment's bytes, and how many passages each of its files has. */
export interface BuiltSegment {
  bytes: Uint8Array;
  files: [id: string, passages: number][];
}

serveTasks({
  build: ({ text }: { text: string }) => buildIndex(text),
  segment({ files }: { files: SegmentInput[] }): BuiltSegment {
    const segment = buildSegment(
      files.map(({ id, parts }) => ({ id, indexes: parts.flatMap((part) => PassageIndex.decode(part) ?? []) })),
    );
    return { bytes: encodeSegment(segment), files: segment.files.map(({ id, passages }) => [id, passages]) };
  },
  merge({ segments }: { segments: MergeInput[] }): BuiltSegment {
    const kept = segments.map(({ keep }) => new Set(keep));
    const decoded = segments.flatMap(({ bytes }) => decodeSegment(bytes) ?? []);
    if (decoded.length < segments.length) throw new Error('a segment cannot be read');
    const merged = mergeSegments(decoded, (id, number) => kept[number]?.has(id) ?? false);
    return { bytes: encodeSegment(merged), files: merged.files.map(({ id, passages }) => [id, passages]) };
  },
});
