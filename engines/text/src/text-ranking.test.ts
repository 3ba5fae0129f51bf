import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guessLanguage } from './detect-language.ts';
import { PassageIndex } from './passage-index.ts';
import { rankPassages } from './rank-passages.ts';
import { splitPassages } from './split-passages.ts';
import { stemWord } from './stem-word.ts';
import type { KnownLanguage } from './stop-words.ts';
import { wordTerms } from './word-terms.ts';

const termsOf = (text: string) => [...wordTerms(text)].map(({ term }) => term);

describe('wordTerms', () => {
  it('folds case, accents, possessives and grouped numbers', () => {
    expect(termsOf("The Café's Straße: 1,000,000 or 1.000.000 of 3,14 Ærø")).toEqual(
      'the cafe strasse 1000000 or 1000000 of 3.14 aero'.split(' '),
    );
  });

  it('takes scripts without spaces apart', () => {
    expect(termsOf('东京大学')).toEqual(['东京', '京大', '大学']);
    expect(termsOf('人')).toEqual(['人']);
    expect(termsOf('สวัสดีครับ').length).toBeGreaterThan(1);
  });

  it('takes a run without a break in parts, none of which is long', () => {
    for (const run of [
      'é'.repeat(5_000),
      '橋'.repeat(5_000),
      '1'.repeat(5_000),
      'สะพาน'.repeat(1_000),
      '𝒳'.repeat(5_000),
    ]) {
      const found = [...wordTerms(`a ${run} b`)];
      expect(Math.max(...found.map(({ term }) => term.length))).toBeLessThanOrEqual(1_000);
      expect(found.at(-1)).toEqual({ term: 'b', start: run.length + 3, end: run.length + 4 });
      for (const [at, { start, end }] of found.entries())
        expect([start < end, start >= (found[at - 1]?.start ?? 0)]).toEqual([true, true]);
    }
  });

  it('names places that hold the words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        for (const { start, end } of wordTerms(text)) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });
});

describe('stemWord', () => {
  it.each<[KnownLanguage, string]>([
    ['en', 'relation relations relational'],
    ['en', 'compute computes computing computed'],
    ['en', 'city cities'],
    ['en', 'write wrote written writing'],
    ['en', 'live lives lived living life'],
    ['de', 'vertrag vertrage vertragen'],
    ['es', 'contrato contratos'],
    ['fr', 'grande grandes'],
    ['ru', 'книга книги книгу'],
  ])('joins the %s forms %s', (language, forms) => {
    expect(new Set(forms.split(' ').map((form) => stemWord(form, language))).size).toBe(1);
  });

  it('keeps different words apart', () => {
    expect(stemWord('universe', 'en')).not.toBe(stemWord('unit', 'en'));
    expect(stemWord('новый', null)).toBe('новый');
  });
});

it('guesses the language from its frequent words, and none from a list of names', () => {
  expect(guessLanguage('The contract ends when one of the parties gives notice.')).toBe('en');
  expect(guessLanguage('Der Vertrag endet, wenn eine der Parteien ihn kündigt.')).toBe('de');
  expect(guessLanguage('El contrato termina cuando una de las partes lo denuncia.')).toBe('es');
  expect(guessLanguage('契約は終了する')).toBeNull();
  expect(guessLanguage('Anna Ivana Petra Smith')).toBeNull();
});

describe('splitPassages', () => {
  it('cuts at headings and keeps their path', () => {
    const text = '# A\n\nIntro.\n\n## B\n\nOne.\n\n## C\n\nTwo.\n\n# D\n\nThree.';
    expect(splitPassages(text).map(({ start, end, headings }) => [text.slice(start, end), headings])).toEqual([
      ['# A\n\nIntro.', ['A']],
      ['## B\n\nOne.', ['A', 'B']],
      ['## C\n\nTwo.', ['A', 'C']],
      ['# D\n\nThree.', ['D']],
    ]);
  });

  it('loses no character, keeps the order and holds to a size', () => {
    const piece = fc.constantFrom(
      '# Head\n',
      'word ',
      'Sentence. ',
      '\n\n',
      '\n',
      'x'.repeat(900),
      '。',
      '字'.repeat(300),
      '😀',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
        const text = pieces.join('');
        let at = 0;
        for (const { start, end } of splitPassages(text)) {
          expect(text.slice(at, start).trim()).toBe('');
          expect(end - start).toBeLessThanOrEqual(2000);
          at = end;
        }
        expect(text.slice(at).trim()).toBe('');
      }),
    );
  });
});

describe('rankPassages', () => {
  const text = `# Storage\n\nBlobs are kept in a directory.\n\n# Payments\n\nInvoices are paid within thirty days. Late payment costs interest.
\n\n# Staff\n\nEmployees take thirty days of leave.`;
  const indexOf = (source: string) => PassageIndex.build(source, splitPassages(source));

  it('finds inflected words, headings and nothing else', async () => {
    const index = indexOf(text);
    const best = async (question: string) => {
      const ranked = await rankPassages([index], question);
      return ranked.map(({ passage }) => index.passages[passage]?.headings[0]);
    };
    expect((await best('When must an invoice be paid?'))[0]).toBe('Payments');
    expect((await best('staff'))[0]).toBe('Staff');
    expect((await best('How many days of leave do employees take?'))[0]).toBe('Staff');
    expect(await best('quantum chromodynamics')).toEqual([]);
    expect(await best('???')).toEqual([]);
  });

  it('puts a heading that is asked for whole before a longer one that holds it', async () => {
    const filler = ['Bees', 'Clocks', 'Ropes', 'Salt'].map((title) => `# ${title}\n\nNothing of note.`);
    const index = indexOf(
      [
        '# Fall of the weir mill\n\nThe weir mill fell. The mill was old.',
        '# Weir mill\n\nIts wheel turns with the stream, and its stones come from the quarry above.',
        ...filler,
      ].join('\n\n'),
    );
    expect((await rankPassages([index], 'Who grinds corn at the weir mill?'))[0]?.passage).toBe(1);
  });

  it('finds two words that the text writes as one', async () => {
    const index = indexOf('# A\n\nThe lock has two doors.\n\n# B\n\nA tollgate stood at the lane.');
    expect((await rankPassages([index], 'Where was the toll gate?'))[0]?.passage).toBe(1);
  });

  it('ranks over texts of several languages', async () => {
    const indexes = [
      indexOf(text),
      indexOf('# Kündigung\n\nDer Vertrag kann mit einer Frist von drei Monaten gekündigt werden.'),
      indexOf('東京は日本の首都である。'),
    ];
    expect((await rankPassages(indexes, 'Frist der Kündigung'))[0]?.index).toBe(1);
    expect((await rankPassages(indexes, '日本の首都はどこですか'))[0]?.index).toBe(2);
  });

  it('comes back from bytes as it was, and refuses other bytes', async () => {
    const index = indexOf(text);
    const bytes = index.encode();
    const shifted = new Uint8Array(bytes.length + 1);
    shifted.set(bytes, 1);
    const again = PassageIndex.decode(shifted.subarray(1));
    expect(again && (await rankPassages([again], 'late payment'))).toEqual(await rankPassages([index], 'late payment'));
    expect(PassageIndex.decode(Buffer.concat([Buffer.alloc(3), bytes]).subarray(3))?.words).toEqual(index.words);
    expect(PassageIndex.decode(bytes.subarray(1))).toBeNull();
    expect(PassageIndex.decode(new Uint8Array(0))).toBeNull();
  });
});

it('ranks by the beginning of a question of any length, in the time of a short one', async () => {
  const text = 'The lease of Alder House begins in May. '.repeat(20);
  const index = PassageIndex.build(text, splitPassages(text));
  const question = 'When does the lease of Alder House begin? ';
  const began = process.threadCpuUsage();
  const ranked = await rankPassages([index], question + 'Alpha Beta K-204 Gamma '.repeat(40_000));
  const { user, system } = process.threadCpuUsage(began);
  expect(ranked).toHaveLength(index.passages.length);
  // 920 kB: names in a question were looked for in time by the square of its length, 400 kB took 1.8 s.
  expect((user + system) / 1000).toBeLessThan(500);
});
