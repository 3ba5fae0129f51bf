import { expect, it } from 'vitest';
import { read } from '../../test/read-as-served.ts';
import type { PromptDocument } from '../prompt.ts';

const passages = [
  'Notes on the harbour. The pilot boards at the outer buoy.',
  'On tidal mills. Their wheels turned with the ebb. Mills of this kind stood along the whole estuary and served its villages.',
  'Fog signals were sounded with a bell. The keeper noted them in a book.',
];
const text = passages.join('\n\n');

/** A text of which the best passages were chosen, the second ranked first. */
function library(ranked: [passage: number, score: number][]): PromptDocument {
  const stretch = (passage: number) => {
    const start = text.indexOf(passages[passage] ?? '');
    return { start, end: start + (passages[passage]?.length ?? 0) };
  };
  return {
    filename: 'estuary.md',
    text,
    passages: passages.map((_, passage) => stretch(passage)),
    ranked: ranked.map(([passage, score]) => ({ ...stretch(passage), score })),
  };
}

async function ask(question: string, document: PromptDocument) {
  const { parts, sources = [] } = await read(
    { system: '', messages: [{ role: 'user', parts: [{ type: 'text', text: question }] }], documents: [document] },
    { now: Date.UTC(2026, 4, 4) },
  );
  return { text: parts.join(''), quotes: sources.map(({ start, end }) => text.slice(start, end)) };
}

const question = 'Why were the tidal mills of the estuary given up in the end by their owners?';

it('shows the passage that ranks first where a library is asked what no sentence surely answers', async () => {
  const reply = await ask(
    question,
    library([
      [1, 6],
      [2, 1],
    ]),
  );
  expect(reply.quotes[0]).toContain('served its villages');
  expect(reply.text).toMatch(/^No sentence that I read surely answers this\..*estuary\.md.*served its villages/);
});

it('declines where the best passage of a library speaks of something else', async () => {
  const reply = await ask('Which vaccine protects children against measles?', library([[0, 1]]));
  expect(reply.quotes).toEqual([]);
  expect(reply.text).toMatch(/^The text does not say\./);
});

it('says of a text that was read whole that it does not say, and shows no nearest passage', async () => {
  const { passages: _, ...whole } = library([[1, 6]]);
  expect((await ask(question, whole)).quotes).toEqual([]);
});

it('knows neighbouring words of a question where the passage writes them as one', async () => {
  const asked = 'where does the fog horn keeper store tide tables of the salt works';
  const horn = { start: 0, end: 0 };
  const said = 'The foghorn and the saltworks are shown on the map of the coast.';
  horn.end = said.length;
  const document = { filename: 'coast.md', text: said, passages: [horn], ranked: [{ ...horn, score: 5 }] };
  const { sources = [] } = await read(
    { system: '', messages: [{ role: 'user', parts: [{ type: 'text', text: asked }] }], documents: [document] },
    { now: 0 },
  );
  expect(sources).toHaveLength(1);
});
