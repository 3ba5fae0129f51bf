import type { PromptTool } from '../prompt.ts';
import { wordStem } from '../text/word-stem.ts';
import type { Features } from './features.ts';
import type { Filled } from './fill-arguments.ts';
import type { ReadRequest } from './find-mentions.ts';
import { identifierWords, stemsOf } from './request-words.ts';
import type { ToolView } from './tool-view.ts';

/** Stems that say little about what a tool is for. */
const emptyStems = new Set(
  `get find calcul comput fetch retriev search return provid show list give check look inform detail data valu result function api tool us
  use specif given certain base user request what make want need help pleas know tell like also thing way exampl number name type some
  creat set updat determin gener question answer perform`.split(/\s+/),
);

/** Numbers that say whether a tool is what a request asks for. */
export function toolFeatures(
  request: ReadRequest,
  tool: PromptTool,
  view: ToolView,
  filled: Filled,
  rivals: ToolView[],
): Features {
  const features: Features = new Map([['tool', 1]]);
  const add = (name: string, value: number): void => {
    if (value !== 0) features.set(name, value);
  };
  const nameStems = identifierWords(tool.name).map((word) => wordStem(word));
  const telling = nameStems.filter((stem) => !emptyStems.has(stem) && stem.length > 1);
  const described = new Set(stemsOf(tool.description).filter((stem) => !emptyStems.has(stem)));
  const parameterStems = new Set(
    view.parameters.flatMap((parameter) => [...parameter.nameStems, ...parameter.descriptionStems]),
  );
  const asked = contentStems(request, filled);
  add(
    'nameCovered',
    share(telling, (stem) => hasStem(request.stems, stem)),
  );
  add('nameNone', telling.length > 0 && !telling.some((stem) => hasStem(request.stems, stem)) ? 1 : 0);
  add('nameFull', telling.length > 0 && telling.every((stem) => hasStem(request.stems, stem)) ? 1 : 0);
  add(
    'descriptionCovered',
    share([...described], (stem) => hasStem(request.stems, stem)),
  );
  const covers = (stem: string): boolean => hasStem(described, stem) || telling.some((other) => isNear(other, stem));
  add('askedCovered', share(asked, covers));
  add(
    'askedByParameters',
    share(asked, (stem) => covers(stem) || hasStem(parameterStems, stem)),
  );
  add('askedNone', asked.length > 0 && !asked.some(covers) ? 1 : 0);
  const own = asked.filter((stem) => covers(stem) && !rivals.some((rival) => rival !== view && rival.stems.has(stem)));
  add('askedOwn', rivals.length > 1 ? share(asked, (stem) => own.includes(stem)) : 0);
  const named = telling.filter((stem) => !rivals.some((rival) => rival !== view && rival.stems.has(stem)));
  add('nameOwn', rivals.length > 1 ? share(named, (stem) => hasStem(request.stems, stem)) : 0);
  fillFeatures(view, filled, add);
  const opening = request.words.find((word) => word.kind === 'word' && !word.isFunction);
  add('opening', opening && nameStems.includes(opening.stem) ? 1 : 0);
  if (request.text.includes(tool.name)) add('saysName', 1);
  return features;
}

function fillFeatures(view: ToolView, filled: Filled, add: (name: string, value: number) => void): void {
  const required = view.parameters.filter((parameter) => parameter.isRequired);
  add('missing', Math.min(3, filled.missing.length));
  add('anyMissing', filled.missing.length > 0 ? 1 : 0);
  add('requiredNone', required.length === 0 ? 1 : 0);
  add('fill', Math.max(-6, filled.score / Math.max(1, view.parameters.length)));
  const named = [...filled.chosen.values()].filter((candidate) => candidate.mention !== null).length;
  add('grounded', required.length === 0 ? 0 : Math.min(1, named / required.length));
}

/** What the request is about: its words without those that went into arguments. */
function contentStems(request: ReadRequest, filled: Filled): string[] {
  const used = [...filled.chosen.values()].flatMap((candidate) => (candidate.mention ? [candidate.mention] : []));
  const stems = request.words
    .filter((word) => word.kind === 'word' && !word.isFunction && !emptyStems.has(word.stem))
    .filter((word) => !used.some((mention) => mention.start <= word.start && word.end <= mention.end))
    .map((word) => word.stem);
  return [...new Set(stems)];
}

function share(stems: string[], test: (stem: string) => boolean): number {
  return stems.length === 0 ? 0 : stems.filter(test).length / stems.length;
}

function hasStem(stems: Set<string>, stem: string): boolean {
  if (stems.has(stem)) return true;
  if (stem.length < 5) return false;
  for (const other of stems) if (isNear(other, stem)) return true;
  return false;
}

/** Words of one family: `multipl` and `multipli`, `statist` and `statistics`. */
function isNear(a: string, b: string): boolean {
  if (a === b) return true;
  return (
    a.length >= 5 &&
    b.length >= 5 &&
    (a.startsWith(b) || b.startsWith(a) || (a.length >= 6 && b.length >= 6 && a.slice(0, 6) === b.slice(0, 6)))
  );
}
