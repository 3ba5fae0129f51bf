import type { Random } from '../../engines/sketch/src/canvas/random.ts';
import type { Reading } from '../../engines/sketch/src/words/reading.ts';
import {
  bodies,
  colours,
  counts,
  doers,
  irregular,
  moods,
  positions,
  scenes,
  seasons,
  signs,
  sizes,
  styleEnds,
  styles,
  talk,
  times,
  weathers,
} from './prompt-words.ts';
import { cocoThings, quickDrawThings } from './unseen-words.ts';

/**
 * Prompts of the kinds that public tests of image models use (one thing, a count, a colour, two colours, a position, a scene, a style), made of
 * words written down apart from the vocabulary: do not add words to it because they stand here.
 */
export interface CommonPrompt {
  kind: string;
  text: string;
  /** Whether a reading holds what the prompt asks for. */
  isMet: (reading: Reading) => boolean;
}

type DrawingOf = (name: string) => string | null;

/** So many prompts of each kind; the same seed gives the same ones. `drawingOf` says which names are drawn. */
export function commonPrompts(drawingOf: DrawingOf, random: Random, ofEach: number): CommonPrompt[] {
  const names = [...new Set([...cocoThings, ...quickDrawThings])].filter((name) => drawingOf(name) !== null);
  const any = <Item>(items: readonly Item[]): Item => {
    const item = items[random.integer(0, items.length - 1)];
    if (item === undefined) throw new Error('A list of words is empty.');
    return item;
  };
  const keyOf = (words: Record<string, unknown>): string => any(Object.keys(words));
  const thing = () => any(names);
  const isThere = (reading: Reading, name: string) => mentionOf(reading, drawingOf(name)) !== undefined;
  const other = (name: string): string => {
    const found = any(names);
    return drawingOf(found) === drawingOf(name) ? other(name) : found;
  };
  const suffixed = (words: Record<string, string>, isMet: (reading: Reading, expected: string) => boolean) => () => {
    const [name, phrase] = [thing(), keyOf(words)];
    return {
      text: `${withArticle(name)} ${phrase}`,
      isMet: (reading: Reading) => isThere(reading, name) && isMet(reading, words[phrase] ?? ''),
    };
  };
  const kinds: Record<string, () => Omit<CommonPrompt, 'kind'>> = {
    'things without a number': () => {
      const [name, phrase] = [thing(), keyOf(weathers)];
      return {
        text: `${plural(name)} ${phrase}`,
        isMet: (reading) => (mentionOf(reading, drawingOf(name))?.count ?? 0) > 1,
      };
    },
    thing: () => {
      const name = thing();
      return { text: withArticle(name), isMet: (reading) => isThere(reading, name) && reading.mentions.length === 1 };
    },
    'two things': () => {
      const name = thing();
      const second = other(name);
      return {
        text: `${withArticle(name)} and ${withArticle(second)}`,
        isMet: (reading) => isThere(reading, name) && isThere(reading, second),
      };
    },
    count: () => {
      const [name, [phrase, low, high]] = [thing(), any(counts)];
      return {
        text: `${phrase} ${plural(name)}`,
        isMet: (reading) => {
          const count = mentionOf(reading, drawingOf(name))?.count ?? 0;
          return count >= low && count <= high && reading.mentions.length === 1;
        },
      };
    },
    colour: () => {
      const [name, colour] = [thing(), keyOf(colours)];
      return {
        text: withArticle(`${colour} ${name}`),
        isMet: (reading) => hasColour(reading, drawingOf(name), colour),
      };
    },
    'two colours': () => {
      const [name, colour] = [thing(), keyOf(colours)];
      const [second, another] = [other(name), keyOf(colours)];
      return {
        text: `${withArticle(`${colour} ${name}`)} and ${withArticle(`${another} ${second}`)}`,
        isMet: (reading) =>
          hasColour(reading, drawingOf(name), colour) && hasColour(reading, drawingOf(second), another),
      };
    },
    position: () => {
      const [name, phrase] = [thing(), keyOf(positions)];
      const second = other(name);
      return {
        text: `${withArticle(name)} ${phrase} ${withArticle(second)}`,
        isMet: (reading) => {
          const { relation } = mentionOf(reading, drawingOf(name)) ?? {};
          const target = reading.mentions[relation?.target ?? -1];
          return relation?.kind === positions[phrase] && target?.drawing === drawingOf(second);
        },
      };
    },
    'held or worn': () => {
      const [doer, phrase] = [any(doers), any(['holding', 'wearing', 'carrying'] as const)];
      const name = phrase === 'wearing' ? any(['hat', 'crown', 'glasses', 'boots']) : other(doer);
      return {
        text: `${withArticle(doer)} ${phrase} ${/s$/.test(name) ? name : withArticle(name)}`,
        isMet: (reading) =>
          mentionOf(reading, drawingOf(name))?.relation?.kind === (phrase === 'wearing' ? 'wear' : 'hold'),
      };
    },
    'left and right': () => {
      const name = thing();
      const second = other(name);
      return {
        text: `${withArticle(name)} on the left and ${withArticle(second)} on the right`,
        isMet: (reading) =>
          mentionOf(reading, drawingOf(name))?.side === 'left' &&
          mentionOf(reading, drawingOf(second))?.side === 'right',
      };
    },
    size: () => {
      const [name, size] = [thing(), keyOf(sizes)];
      return {
        text: withArticle(`${size} ${name}`),
        isMet: (reading) => Math.sign((mentionOf(reading, drawingOf(name))?.size ?? 1) - 1) === sizes[size],
      };
    },
    scene: suffixed(scenes, ({ places, weather, season }, expected) =>
      expected === 'snow'
        ? places.some((place) => place === 'snowfield') || weather === 'snow' || season === 'winter'
        : places.some((place) => place === expected),
    ),
    'scene alone': () => {
      const phrase = keyOf(scenes);
      const place = phrase.replace(/^(?:in|on|by|at) (?:the )?/, '');
      const [time, expected] = [keyOf(times), scenes[phrase] ?? ''];
      return {
        text: `${place} ${time}`,
        isMet: (reading) =>
          reading.time === times[time] &&
          (expected === 'snow' || reading.places.some((one) => one === expected)) &&
          reading.unknown.length === 0,
      };
    },
    time: suffixed(times, ({ time }, expected) => time === expected),
    weather: suffixed(weathers, ({ weather }, expected) => weather === expected),
    season: suffixed(seasons, ({ season }, expected) => season === expected),
    sky: suffixed(bodies, ({ sky }, expected) => sky.has(expected)),
    'style behind': suffixed(styleEnds, ({ style }, expected) => style === expected),
    style: () => {
      const [name, phrase] = [thing(), keyOf(styles)];
      return {
        text: `${phrase} ${phrase === 'an origami' ? name : withArticle(name)}`,
        isMet: (reading) => isThere(reading, name) && reading.style === styles[phrase],
      };
    },
    mood: () => {
      const [name, mood] = [thing(), keyOf(moods)];
      return {
        text: withArticle(`${mood} ${name}`),
        isMet: (reading) => isThere(reading, name) && reading.mood === moods[mood] && reading.unknown.length === 0,
      };
    },
    talk: () => {
      const [name, [before, after]] = [thing(), any(talk)];
      return {
        text: `${before} ${withArticle(name)}${after}`,
        isMet: (reading) => isThere(reading, name) && reading.mentions.length === 1 && reading.unknown.length === 0,
      };
    },
    lettering: () => {
      const [name, sign] = [thing(), any(signs)];
      return {
        text: `${withArticle(name)} with a sign that says "${sign}"`,
        isMet: (reading) => isThere(reading, name) && reading.quotes.includes(sign),
      };
    },
  };
  return Object.entries(kinds).flatMap(([kind, make]) => Array.from({ length: ofEach }, () => ({ kind, ...make() })));
}

const mentionOf = ({ mentions }: Reading, drawing: string | null) => mentions.find((each) => each.drawing === drawing);

const withArticle = (words: string): string => `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;

function plural(name: string): string {
  const last = name.split(' ').at(-1) ?? name;
  const before = name.slice(0, name.length - last.length);
  if (irregular[last] !== undefined) return `${before}${irregular[last]}`;
  if (/[^aeiou]y$/.test(last)) return `${before}${last.slice(0, -1)}ies`;
  return `${before}${last}${/(?:s|x|ch|sh)$/.test(last) ? 'es' : 's'}`;
}

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
/** Distance in RGB (0 to 442) up to which two shades may bear one name. */
const likeShade = 150;

/** Whether the thing, and no other colour besides, has a shade near the one that is asked for. */
function hasColour(reading: Reading, drawing: string | null, colour: string): boolean {
  const [own, second] = mentionOf(reading, drawing)?.colours ?? [];
  if (own === undefined || second !== undefined) return false;
  const asked = channels(colours[colour] ?? '');
  return Math.hypot(...channels(own).map((value, at) => value - (asked[at] ?? 0))) <= likeShade;
}
