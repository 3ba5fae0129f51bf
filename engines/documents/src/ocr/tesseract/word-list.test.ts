import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { unpackTesseractData } from './tesseract-data.ts';
import { WordList } from './word-list.ts';

it('knows the words of a language and nothing made up of them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'word-list-'));
  try {
    await unpackTesseractData(['eng'], folder);
    const list = await WordList.open(folder, 'eng');
    for (const word of ['receipt', 'responsibility', 'February']) expect(list?.has(word)).toBe(true);
    // Two words in one, where the first can only end; and letters at random.
    for (const word of ['responsibilityreceipt', 'happinesstotal', 'anount', 'xqjzvk', '']) {
      expect(list?.has(word)).toBe(false);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
