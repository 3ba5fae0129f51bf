import type { ReadLine, ReadWord } from '../src/ocr/ocr-engine.ts';

/** A word list of a few words. */
export const dictionary = {
  has: (word: string) => ['total', 'amount', 'summary', 'the', 'good', 'morning'].includes(word),
};
/** A box of 20 pixels' height. */
export const place = (x: number, width: number, y = 0) => ({ x, y, width, height: 20 });
/** A word of ten pixels a character. */
export const word = (text: string, x: number, confidence: number, y = 0): ReadWord => ({
  text,
  box: place(x, text.length * 10, y),
  confidence,
});
/** A line as the engine reads it that knows single characters, each as sure as told (0.97 otherwise). */
export const first = (text: string, confidences: Record<number, number> = {}, y = 0): ReadLine => {
  let x = 0;
  const words = text.split(' ').map((part) => {
    const start = x;
    x += part.length + 1;
    return {
      ...word(part, start * 10, 0.97, y),
      characters: [...part].map((letter, at) => ({
        text: letter,
        confidence: confidences[start + at] ?? 0.97,
        alternatives: [],
      })),
    };
  });
  return { words, box: place(0, text.length * 10, y), confidence: 0.97, engine: 'pp-ocr' };
};
export const textOf = (line: ReadLine) => line.words.map((one) => one.text).join(' ');
