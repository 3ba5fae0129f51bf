import type { ReadCharacter, ReadLine } from './ocr-engine.ts';

const fullWidth = /^[\uFF01-\uFF5E]$/u;

/** Full-width brackets and marks belong to Chinese and Japanese: in lines without either they are the plain ones. */
export function foldWidths(line: ReadLine): ReadLine {
  if (line.words.some((word) => /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u.test(word.text))) return line;
  return {
    ...line,
    words: line.words.map((word) => ({
      ...word,
      text: [...word.text].map(folded).join(''),
      ...(word.characters && { characters: word.characters.map(foldCharacter) }),
    })),
  };
}

function folded(text: string): string {
  return fullWidth.test(text) ? text.normalize('NFKC') : text;
}

/** What was told of both widths is added up. */
function foldCharacter(character: ReadCharacter): ReadCharacter {
  const shares = new Map([[folded(character.text), character.confidence]]);
  for (const { text, confidence } of character.alternatives) {
    shares.set(folded(text), (shares.get(folded(text)) ?? 0) + confidence);
  }
  const [best, ...alternatives] = [...shares].map(([text, confidence]) => ({ text, confidence }));
  return best ? { ...best, alternatives } : character;
}
