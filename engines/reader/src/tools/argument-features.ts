import type { Language } from '../text/function-words.ts';
import type { Candidate } from './candidate.ts';
import type { Add, Features } from './features.ts';
import type { ReadRequest } from './find-mentions.ts';
import { flagFeatures } from './flag-features.ts';
import { kindOf, type Mention } from './mention.ts';
import { namedUnit } from './named-units.ts';
import type { Parameter } from './parameter.ts';
import { indexOf, type Span } from './request-index.ts';
import type { RequestWord } from './request-words.ts';
import type { ToolView } from './tool-view.ts';

const cuePrepositions = new Set(
  `by for to from in at of on with about named called titled is between and under over than starting ending using until like as into
  through near during within after before since per or whose until via against are was be`.split(/\s+/),
);

/** Prepositions of other languages, each with the English one that says the same of what stands behind it. */
const foreignCues: Partial<Record<Language, string>> = {
  de: 'von=from ab=from nach=to zu=to zum=to zur=to an=to für=for mit=with um=at am=on im=in in=in bis=until über=about auf=to als=as per=per',
  es: 'de=of desde=from a=to al=to para=for en=in con=with hasta=until sobre=about por=by como=as',
  fr: 'de=of depuis=from à=to au=to pour=for en=in dans=in avec=with sur=about par=by jusque=until comme=as',
};
const cuesOf = new Map(
  Object.entries(foreignCues).map(([language, pairs]) => [
    language,
    new Map(pairs.split(' ').map((pair): [string, string] => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? ''])),
  ]),
);

export function candidateFeatures(
  parameter: Parameter,
  candidate: Candidate,
  request: ReadRequest,
  tool: ToolView,
): Features {
  const features: Features = new Map();
  describeCandidate(parameter, candidate, request, tool, (name, value = 1) => {
    if (value !== 0) features.set(name, (features.get(name) ?? 0) + value);
  });
  return features;
}

/** Says each feature of a candidate once. */
export function describeCandidate(
  parameter: Parameter,
  candidate: Candidate,
  request: ReadRequest,
  tool: ToolView,
  add: Add,
): void {
  const { mention, how } = candidate;
  const need = parameter.isRequired ? 'required' : 'optional';
  add(`how:${how}|type:${parameter.type}`);
  if (parameter.type === 'boolean') {
    flagFeatures(parameter, candidate, request, add);
    return;
  }
  add(`some|${need}|${parameter.type}`);
  if (
    parameter.defaultValue !== undefined &&
    String(parameter.defaultValue).toLowerCase() === String(candidate.value).toLowerCase()
  )
    add('isDefault');
  if (!mention) return;
  const kind = kindOf(mention);
  add(`kind:${kind}|type:${parameter.type}`);
  for (const role of parameter.roles) add(`kind:${kind}|${role}`, role.startsWith('name:') ? 1 : 0.5);
  if (mention.kind !== 'option' && namedUnit(String(candidate.value)))
    add(parameter.roles.has('name:unit') ? 'unitWord|unit' : 'unitWord');
  if (mention.kind === 'phrase' || mention.kind === 'word') textFeatures(parameter, mention, request, tool, add);
  if (mention.kind === 'name') nameFeatures(parameter, mention, request, tool, add);
  if (how === 'code') codeFeatures(parameter, mention, request, add);
  if (kind === 'number') numberFeatures(parameter, mention, request, tool, add);
  unitFeatures(parameter, mention, how, add);
  const index = indexOf(request);
  const span = index.span(mention);
  prepositionFeatures(parameter, span, request, add);
  cueFeatures(parameter, span, request, add);
  orderFeatures(parameter, mention, request, add);
  if (index.isContained(mention)) add(`insideOther:${kind}`);
  if (candidate.how !== 'options' && mention.group >= 0 && parameter.type !== 'array') add('inGroup');
}

/** Leaving a parameter out is a candidate too. */
export function absenceFeatures(parameter: Parameter, request: ReadRequest): Features {
  const need = parameter.isRequired ? 'required' : 'optional';
  const features: Features = new Map([
    [`none|${need}`, 1],
    [`none|${need}|${parameter.type}`, 1],
  ]);
  if (parameter.defaultValue !== undefined) features.set(`none|default|${need}`, 1);
  const named = parameter.nameStems.filter((stem) => request.stems.has(stem)).length;
  if (named > 0) features.set(`none|named|${need}`, named / parameter.nameStems.length);
  const described = [...parameter.ownStems].filter((stem) => request.stems.has(stem)).length;
  if (described > 0) features.set(`none|described|${need}`, Math.min(1, described / 3));
  if (parameter.options.length > 0) features.set(`none|options|${need}`, 1);
  return features;
}

function textFeatures(parameter: Parameter, mention: Mention, request: ReadRequest, tool: ToolView, add: Add): void {
  const words = indexOf(request).wordsOf(mention);
  add(`phrase:${mention.form}|${parameter.type}`);
  add('phraseWords', Math.min(4, words.length) / 4);
  const [first] = words;
  if (first?.isFirst) add('opensSentence');
  const shared = words.filter((word) => tool.stems.has(word.stem)).length;
  add('toolWords', shared / Math.max(1, words.length));
  if (shared === words.length) add('onlyToolWords');
  if (words.some((word) => parameter.nameStems.includes(word.stem))) add('holdsOwnName');
  if (words.length === 1 && words[0]?.isCapital) add('capitalWord');
  if (words.some((word) => cueVerbs.has(word.stem))) add('holdsVerb');
  const last = words.at(-1);
  if (first && last) {
    add(`tags:${shape(first.tag)}-${shape(last.tag)}|${parameter.type}`);
    for (const word of words) add(`tag:${shape(word.tag)}`, 1 / words.length);
    for (const role of ['category', 'content', 'title', 'place', 'person', 'id', 'date', 'format', 'unit']) {
      if (parameter.roles.has(`name:${role}`)) add(`lastTag:${shape(last.tag)}|${role}`);
    }
    const span = indexOf(request).span(mention);
    add(`tagBefore:${shape(request.words[span.first - 1]?.tag)}`);
    add(`tagAfter:${shape(request.words[span.last + 1]?.tag)}`);
  }
}

function shape(tag: RequestWord['tag'] | undefined): string {
  return tag ?? 'none';
}

const cueVerbs = new Set(
  `find get calcul comput show give tell list search book creat determin fetch retriev check convert provid gener translat plai order estim
  identifi compar solv send add set updat look want need help make plan predict analyz evalu take know like go see us place play`.split(
    /\s+/,
  ),
);

function nameFeatures(parameter: Parameter, mention: Mention, request: ReadRequest, tool: ToolView, add: Add): void {
  const words = indexOf(request).wordsOf(mention);
  const shared = words.filter((word) => tool.stems.has(word.stem)).length;
  add(`nameForm:${mention.form}`);
  add('nameToolWords', shared / Math.max(1, words.length));
  if (words.some((word) => parameter.nameStems.includes(word.stem))) add('nameHoldsOwnName');
  for (const role of ['place', 'city', 'person', 'title', 'group', 'state', 'country']) {
    if (parameter.roles.has(`name:${role}`)) add(`name:${mention.form}|${role}|words${Math.min(3, words.length)}`);
  }
  if (mention.form === 'place' && /city,? ?(?:and )?state|city,? ?country|,\s?[A-Z]{2}\b/i.test(parameter.description))
    add('placeAsShown');
}

/** "250 dollars in euros": what stands with a figure is what there is, and the other what it becomes. */
function codeFeatures(parameter: Parameter, { start }: Mention, request: ReadRequest, add: Add): void {
  const hasFigure = request.mentions.some(
    (other) => other.kind === 'number' && Math.max(other.start - start, start - other.end) <= 1,
  );
  for (const role of ['name:from', 'name:to'])
    if (parameter.roles.has(role)) add(`code:${hasFigure ? 'with' : 'without'}Figure|${role}`);
}

/** "Two circles" counts calls rather than inputs; "3 decimals" is an input. */
function numberFeatures(parameter: Parameter, mention: Mention, request: ReadRequest, tool: ToolView, add: Add): void {
  const isWord = !/\d/.test(request.text.slice(mention.start, mention.end));
  const isCount = parameter.roles.has('name:count');
  if (isWord) add(isCount ? 'wordNumber|count' : 'wordNumber');
  const after = request.words.find((word) => word.start >= mention.end && word.kind === 'word' && !word.isFunction);
  if (after && after.start - mention.end < 12 && tool.stems.has(after.stem))
    add(isWord ? 'wordNumberOfTool' : 'numberOfTool');
  if (Number.isInteger(mention.value)) add(`integer|${parameter.type}`);
}

function unitFeatures(parameter: Parameter, mention: Mention, how: string, add: Add): void {
  const unit = namedUnit(mention.unit);
  if (unit) {
    if (parameter.units.some((other) => other.name === unit.name)) add(`unit:same|${how}`);
    else if (parameter.units.some((other) => other.dimension === unit.dimension)) add(`unit:dimension|${how}`);
    else if (parameter.units.length > 0) add(`unit:other`);
    else
      add(`unit:unasked|${unit.dimension === 'money' || unit.dimension === 'percent' ? unit.dimension : 'quantity'}`);
    for (const role of ['money', 'rate', 'duration', 'count', 'year']) {
      if (parameter.roles.has(`name:${role}`) || parameter.roles.has(`text:${role}`))
        add(`unit:${unit.dimension}|${role}`);
    }
  } else if (kindOf(mention) === 'number' && parameter.units.length > 0) add(`unit:missing`);
  if (mention.unit === 'ordinal') add('unit:ordinal');
  if (mention.unit === 'percent') {
    if (/decimal|fraction|0\.\d/.test(parameter.description)) add(`percent|decimal|${how}`);
    else if (/percent|%/i.test(parameter.description) || parameter.nameStems.includes('percent'))
      add(`percent|percent|${how}`);
    else add(`percent|unsaid|${parameter.type}|${how}`);
  }
}

function prepositionFeatures(parameter: Parameter, span: Span, request: ReadRequest, add: Add): void {
  let at = span.first - 1;
  while (
    at >= 0 &&
    /^(?:the|a|an|my|our|de[rnm]|die|das|el|l[aeo]s?|"|'|\$|€|£|\(|“|approximately|about|around|only)$/.test(
      request.words[at]?.lower ?? '',
    )
  )
    at--;
  const before = request.words[at];
  const word = cuesOf.get(request.language)?.get(before?.lower ?? '') ?? before?.lower ?? 'start';
  const cue = !before || cuePrepositions.has(word) ? word : before.kind === 'mark' ? 'mark' : 'word';
  for (const role of parameter.roles) add(`after:${cue}|${role}`, role.startsWith('name:') ? 1 : 0.5);
  add(`after:${cue}|${parameter.type}`);
}

function cueFeatures(parameter: Parameter, span: Span, request: ReadRequest, add: Add): void {
  const own = new Set(parameter.nameStems);
  const left = nearest(request.words, span.first - 1, -1, 7, own);
  const right = nearest(request.words, span.last + 1, 1, 4, own);
  add('nameLeft', left);
  add('nameRight', right);
  if (left >= 0.5) add('nameNearLeft');
  if (right >= 0.5) add('nameNearRight');
  add('describedLeft', nearest(request.words, span.first - 1, -1, 6, parameter.ownStems));
  add('describedRight', nearest(request.words, span.last + 1, 1, 4, parameter.ownStems));
  const before = request.text
    .slice(Math.max(0, (request.words[span.first]?.start ?? 0) - 40), request.words[span.first]?.start ?? 0)
    .toLowerCase();
  if (parameter.assignment.test(before)) add('assigned');
}

/** One over the distance to the nearest of the words, looking in one direction within the sentence; 0 when there is none. */
function nearest(words: RequestWord[], from: number, step: 1 | -1, reach: number, wanted: Set<string>): number {
  let distance = 1;
  let penalty = 1;
  for (let i = from; i >= 0 && i < words.length && distance <= reach; i += step) {
    const word = words[i];
    if (!word) break;
    if (word.kind === 'mark') {
      if (/[.?!;\n]/.test(word.text)) break;
      if (word.text === ',') penalty *= 0.6;
      continue;
    }
    if (word.kind === 'number') penalty *= 0.5;
    if (wanted.has(word.stem)) return penalty / distance;
    if (!word.isFunction || distance > 2) distance++;
    else distance += 0.5;
  }
  return 0;
}

function orderFeatures(parameter: Parameter, mention: Mention, request: ReadRequest, add: Add): void {
  if (mention.kind === 'word' || mention.kind === 'phrase') return;
  const peers = indexOf(request).alike(mention);
  const index = peers.indexOf(mention);
  if (index === parameter.rank) add(peers.length === parameter.peers ? 'order:same|all' : 'order:same|some');
  else add(peers.length === parameter.peers ? 'order:other|all' : 'order:other|some');
  if (index === 0) add('order:first');
  if (mention.group < 0) return;
  const group = peers.filter((other) => other.group === mention.group);
  if (group.length !== parameter.peers || group.length < 2) return;
  add(group.indexOf(mention) === parameter.rank ? 'order:group|same' : 'order:group|other');
}
