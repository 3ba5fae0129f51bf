import type { Filled } from './fill-arguments.ts';
import type { ReadRequest } from './find-mentions.ts';
import type { Mention } from './mention.ts';
import type { KnownTool } from './tool-view.ts';

/** Kinds of mentions that hardly stand in a request without being meant as an input. */
const salientKinds = new Set(['number', 'quoted', 'name', 'date', 'email', 'url', 'code', 'formula']);

/** The pieces of a request that a good reading makes use of. */
export function salientMentions(request: ReadRequest, known: KnownTool): Mention[] {
  const found: Mention[] = [];
  const candidates = request.mentions
    .filter((mention) => salientKinds.has(mention.kind) && mention.form === 'plain' && mention.unit !== 'ordinal')
    .sort((a, b) => b.end - b.start - (a.end - a.start));
  for (const mention of candidates) {
    if (found.some((other) => other.start < mention.end && mention.start < other.end)) continue;
    if (mention.kind === 'number' && !/\d/.test(request.text.slice(mention.start, mention.end))) continue;
    if (mention.kind === 'name' && isToolName(request, mention, known)) continue;
    if (mention.kind === 'quoted' && String(mention.value) === known.tool.name) continue;
    found.push(mention);
  }
  return found;
}

function isToolName(request: ReadRequest, mention: Mention, { view }: KnownTool): boolean {
  const words = request.words.filter(
    (word) => word.start >= mention.start && word.end <= mention.end && word.kind === 'word',
  );
  return words.length > 0 && words.every((word) => view.stems.has(word.stem));
}

/** What a reading costs: pieces it leaves unused, inputs it lacks, values that fit badly, and every further call a little. */
export function costOf(calls: Filled[], salient: Mention[]): number {
  const used = calls.flatMap((call) => [...call.chosen.values()].flatMap(({ mention }) => (mention ? [mention] : [])));
  const unused = salient.filter(
    (mention) => !used.some((other) => other.start < mention.end && mention.start < other.end),
  ).length;
  const missing = calls.reduce((sum, call) => sum + call.missing.length, 0);
  const doubt =
    calls.reduce((sum, call) => sum - call.score / Math.max(1, call.chosen.size), 0) / Math.max(1, calls.length);
  const overlaps = calls.reduce((sum, call) => sum + overlapsIn(call), 0);
  return (
    overlaps * weights.overlap +
    unused * weights.unused +
    missing * weights.missing +
    Math.min(6, doubt) * weights.doubt +
    (calls.length - 1) * weights.call
  );
}

/** Pairs of arguments of one call that are made of the same words. */
function overlapsIn({ chosen }: Filled): number {
  const mentions = [...chosen.values()].flatMap(({ mention }) =>
    mention && mention.kind !== 'option' ? [mention] : [],
  );
  return mentions.filter((mention, index) =>
    mentions.slice(index + 1).some((other) => other.start < mention.end && mention.start < other.end),
  ).length;
}

const weights = { unused: 1, missing: 3, overlap: 1.5, doubt: 0.6, call: 0.9 };
