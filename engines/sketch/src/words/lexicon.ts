import { drawings } from '../drawings/drawings.ts';
import { phrases, synonyms } from './synonyms.ts';

const irregular: Record<string, string> = {
  mice: 'mouse',
  geese: 'goose',
  men: 'man',
  women: 'woman',
  children: 'child',
  people: 'person',
  wolves: 'wolf',
  leaves: 'leaf',
  loaves: 'loaf',
  oxen: 'ox',
  feet: 'foot',
  knives: 'knife',
  shelves: 'shelf',
  cacti: 'cactus',
  glasses: 'glasses',
  noodles: 'noodles',
  books: 'books',
  grapes: 'grapes',
  reeds: 'reed',
  octopi: 'octopus',
  canvas: 'canvas',
};

const alike = new Set(['fish', 'sheep', 'deer', 'salmon', 'trout', 'cattle', 'koi']);

const byWord = new Map<string, string>(Object.entries(phrases).filter(([, name]) => drawings[name] !== undefined));
for (const [name, words] of Object.entries(synonyms)) {
  for (const word of words.split(' ').filter(Boolean)) if (!byWord.has(word)) byWord.set(word, name);
}
for (const name of Object.keys(drawings)) byWord.set(name, name);

/** The word without the ending of its plural. */
export function singular(word: string): string {
  const known = irregular[word];
  if (known !== undefined) return known;
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ches|shes|xes|sses|zes|toes)$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && word.length > 3 ? word.slice(0, -1) : word;
}

/** The drawing behind one word or two, or null. */
export function drawingFor(phrase: string): string | null {
  const direct = byWord.get(phrase);
  if (direct !== undefined) return direct;
  const words = phrase.split(' ');
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const forms = [singular(last), last.replace(/s$/, ''), last.replace(/es$/, '')];
  for (const form of forms) {
    const name = byWord.get([...before, form].join(' '));
    if (name !== undefined) return name;
  }
  return null;
}

/** Whether the word is the same in the plural. */
export const isAlike = (word: string): boolean => alike.has(word);

/** Whether the word is a plural. */
export const isPlural = (word: string): boolean => singular(word) !== word;
