import { describe, expect, test } from 'vitest';
import { line, makePdf } from '../../test/make-pdf.ts';
import { readPdfDocument } from './read-pdf-document.ts';

async function markdown(...parts: string[]): Promise<string> {
  const bytes = makePdf({ pages: [{ content: parts.join('\n') }] });
  return (await readPdfDocument(bytes, { password: undefined, maxPages: 1 })).pages[0]?.markdown ?? '';
}

const top = 690;
/** Sentences that run on over the lines of a page. */
const lines = Array.from({ length: 24 }, (_, i) =>
  i % 6 === 5
    ? `again in the ${i}th year. The harbour board met`
    : `and the ships that came to lie there by night ${i}`,
);
const text = lines.map((words, i) => line(words, 110, top - i * 20));
const numbers = (x: number, step: number, first = step) =>
  lines.flatMap((_, i) => {
    const number = first + i - (step === 1 ? 0 : step - 1);
    return number % step === 0 && number > 0 ? [line(String(number), x, top - i * 20, 9)] : [];
  });
const withoutComments = (page: string) =>
  page
    .replace(/<!--.*?-->/gs, '')
    .replace(/\s+/g, ' ')
    .trim();
const whole = lines.join(' ');

describe('numbers of lines in the margin', () => {
  test('of each line stand apart from the text, which reads on without them', async () => {
    const page = await markdown(...text, ...numbers(80, 1));
    expect(withoutComments(page)).toBe(whole);
    expect(page).toContain(`<!-- margin: ${lines.map((_, i) => i + 1).join(' ')} -->`);
  });

  test('of each fifth line stand apart from the text, in the right margin too', async () => {
    for (const x of [80, 500]) {
      const page = await markdown(...text, ...numbers(x, 5));
      expect(withoutComments(page)).toBe(whole);
      expect(page).toContain('<!-- margin: 5 10 15 20 -->');
    }
  });

  test('stand before the second column too, where they go on from the first', async () => {
    const column = (x: number) => lines.map((_, i) => line('and the ships that came by night', x, top - i * 20, 10));
    const second = lines.map((_, i) => line(String(25 + i), 290, top - i * 20, 8));
    const page = await markdown(...column(90), ...column(315), ...numbers(60, 1), ...second);
    expect(withoutComments(page)).not.toMatch(/\d/);
    expect(page).toContain(`<!-- margin: ${Array.from({ length: 48 }, (_, i) => i + 1).join(' ')} -->`);
  });

  test('are no numbers of a list, of a table, or of the text itself', async () => {
    const list = lines.map((_, i) =>
      line(`The keeper of light ${'ABCDEFGH'[i % 8]} writes to the board`, 110, top - i * 20),
    );
    expect(await markdown(...list, ...numbers(80, 1))).not.toContain('<!--');
    const table = lines.flatMap((_, i) => [
      line(`keeper ${i}`, 110, top - i * 20),
      line(`light of ${i * 7}`, 300, top - i * 20),
    ]);
    expect(await markdown(...table, ...numbers(80, 1))).not.toContain('<!-- margin');
    const years = lines.map((words, i) => line(`${1801 + i} ${words}`, 110, top - i * 20));
    expect(await markdown(...years)).not.toContain('<!--');
  });
});
