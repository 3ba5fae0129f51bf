import type { ReadCharacter, ReadLine, ReadWord } from './ocr-engine.ts';

/** Digits and the letters that print like them. */
const letterFor: ReadonlyMap<string, string> = new Map([
  ['0', 'O'],
  ['1', 'I'],
  ['2', 'Z'],
  ['5', 'S'],
  ['8', 'B'],
]);
const digitFor: ReadonlyMap<string, string> = new Map([...letterFor].map(([digit, letter]) => [letter, digit]));
/** Where the line-reading engine wavers between a digit and a letter, it is the letter so many times likelier than it says. */
const letterFactor = 4;
/** How sure an engine is taken to be at most that a character it did not tell of is not there. */
const untold = 0.003;
/** Fewer places of a column that are surely letters, or surely digits, tell nothing of the others. */
const minimumWitnesses = 3;
/** Codes shorter than this are not taken for members of one family. */
const minimumCode = 5;

/** A run of letters and digits within a word. */
interface Run {
  line: number;
  word: ReadWord;
  /** Position of its first character in the word. */
  start: number;
  characters: ReadCharacter[];
  /** The characters of the line right before and after it, spaces left out; empty at the ends. */
  before: string;
  after: string;
  left: number;
  right: number;
  height: number;
}

/**
 * `0` or `O`, `1` or `I`: print often leaves it open, the column does not. Runs of one length that stand below each
 * other have the same form, and codes that are alike in all the rest share the doubtful character too.
 */
export function settleLookalikes(lines: readonly ReadLine[]): ReadLine[] {
  const runs = lines.flatMap(runsOf);
  const changes = new Map<ReadWord, Map<number, string>>();
  for (const run of runs) {
    const open = run.characters.flatMap((character, at) => (isOpen(character) ? [at] : []));
    if (open.length === 0) continue;
    const column = runs.filter((other) => other.line !== run.line && standsBelow(other, run));
    for (const at of open) {
      const text = settled(run, at, column);
      if (text === null || text === run.characters[at]?.text) continue;
      const ofWord = changes.get(run.word) ?? new Map<number, string>();
      changes.set(run.word, ofWord.set(run.start + at, text));
    }
  }
  if (changes.size === 0) return [...lines];
  return lines.map((line) => ({ ...line, words: line.words.map((word) => changed(word, changes.get(word))) }));
}

function runsOf(line: ReadLine, index: number): Run[] {
  const runs = line.words.flatMap((word) => runsOfWord(word, index));
  const texts = line.words.map((word) => word.text);
  for (const run of runs) {
    const at = line.words.indexOf(run.word);
    const characters = run.word.characters ?? [];
    run.before = characters[run.start - 1]?.text ?? texts[at - 1]?.at(-1) ?? '';
    run.after = characters[run.start + run.characters.length]?.text ?? texts[at + 1]?.charAt(0) ?? '';
  }
  return runs;
}

function runsOfWord(word: ReadWord, line: number): Run[] {
  const characters = word.characters ?? [];
  const width = word.box.width / Math.max(1, characters.length);
  const runs: Run[] = [];
  let start = 0;
  for (let at = 0; at <= characters.length; at++) {
    if (/^[\p{L}\p{N}]$/u.test(characters[at]?.text ?? '')) continue;
    if (at > start) {
      const left = word.box.x + start * width;
      const right = word.box.x + at * width;
      const run = characters.slice(start, at);
      runs.push({ line, word, start, characters: run, before: '', after: '', left, right, height: word.box.height });
    }
    start = at + 1;
  }
  return runs;
}

function standsBelow(other: Run, run: Run): boolean {
  if (other.characters.length !== run.characters.length) return false;
  const height = Math.min(other.height, run.height);
  return Math.abs(other.left - run.left) < 0.5 * height || Math.abs(other.right - run.right) < 0.5 * height;
}

function letterOf(text: string): string | undefined {
  return digitFor.has(text) ? text : letterFor.get(text);
}

/** Whether the engine that read it held both the digit and the letter possible. */
function isOpen(character: ReadCharacter): boolean {
  const letter = letterOf(character.text);
  if (letter === undefined) return false;
  const other = digitFor.has(character.text) ? digitFor.get(character.text) : letter;
  return character.alternatives.some((alternative) => alternative.text === other);
}

/** How much likelier the letter is than the digit, as a logarithm, by what the engine says of this one place. */
function evidence({ characters }: Run, at: number, letter: string): number {
  const character = characters[at];
  if (!character) return 0;
  // Between a letter and a digit, where codes go over from one to the other, it is right as often as it says.
  const isBoundary =
    kindOf(characters[at - 1]?.text ?? '') === 'letter' && kindOf(characters[at + 1]?.text ?? '') === 'digit';
  const factor = isBoundary ? 1 : letterFactor;
  const says = (text: string | undefined) =>
    character.text === text
      ? character.confidence
      : (character.alternatives.find((alternative) => alternative.text === text)?.confidence ?? 0);
  return Math.log((factor * Math.max(untold, says(letter))) / Math.max(untold, says(digitFor.get(letter))));
}

/** The character that the column speaks for; null when it says nothing. */
function settled(run: Run, at: number, column: readonly Run[]): string | null {
  const character = run.characters[at];
  const letter = letterOf(character?.text ?? '');
  if (!character || letter === undefined) return null;
  let sum = evidence(run, at, letter);
  let letters = 0;
  let digits = 0;
  let relatives = 0;
  for (const other of column) {
    const there = other.characters[at];
    if (!there) continue;
    if (isOpen(there)) {
      if (letterOf(there.text) !== letter || !areRelated(run, other, at)) continue;
      relatives++;
      sum += Math.max(-3, Math.min(3, evidence(other, at, letter)));
    } else if (!haveOneForm(run, other, at)) continue;
    else if (/\p{L}/u.test(there.text)) letters++;
    else digits++;
  }
  if (letters + digits < minimumWitnesses && relatives === 0) return null;
  if (letters + digits >= minimumWitnesses) sum += Math.log((letters + 0.5) / (digits + 0.5));
  return sum > 0 ? letter : (digitFor.get(letter) ?? null);
}

/** Letters where the other has letters, digits where it has digits, and the like before and after. */
function haveOneForm(run: Run, other: Run, at: number): boolean {
  return (
    kindOf(run.before) === kindOf(other.before) &&
    kindOf(run.after) === kindOf(other.after) &&
    run.characters.every((character, index) => {
      const there = other.characters[index];
      if (index === at || !there || isOpen(character) || isOpen(there)) return true;
      return kindOf(character.text) === kindOf(there.text);
    })
  );
}

function kindOf(text: string): string {
  return /\p{L}/u.test(text) ? 'letter' : /\p{N}/u.test(text) ? 'digit' : text;
}

/** Codes that are alike but for a few places: the same kind of thing, counted on. */
function areRelated(run: Run, other: Run, at: number): boolean {
  if (run.characters.length < minimumCode) return false;
  const same = run.characters.filter(
    (character, index) => index !== at && character.text === other.characters[index]?.text,
  );
  return same.length >= 0.6 * (run.characters.length - 1);
}

function changed(word: ReadWord, changes: ReadonlyMap<number, string> | undefined): ReadWord {
  if (!changes) return word;
  const characters = (word.characters ?? []).map((character, index) => {
    const text = changes.get(index);
    return text === undefined ? character : { ...character, text };
  });
  return { ...word, characters, text: characters.map((character) => character.text).join('') };
}
