import { describe, expect, it } from 'vitest';
import { sentencesOf } from './sentences.ts';

describe('sentencesOf', () => {
  const sentences = (text: string): string[] => sentencesOf(text, { isWrapped: true }).map((sentence) => sentence.text);

  it('knows abbreviations, initials and decimals', () => {
    expect(sentences('Dr. A. Holm paid 3.5 million. She left on 4. May 1887. Why?')).toHaveLength(3);
  });

  it('joins a short end of a wrapped line to the next line', () => {
    expect(sentences('The boat leaves from the lower pier at nine. A seat is £6, and\n£2 for a dog.')).toEqual([
      'The boat leaves from the lower pier at nine.',
      'A seat is £6, and\n£2 for a dog.',
    ]);
  });

  it('cuts Chinese', () => {
    expect(sentences('湖很大。水很深！')).toEqual(['湖很大。', '水很深！']);
  });

  it('keeps headings and list items apart and joins wrapped lines', () => {
    expect(
      sentences(
        '# The lake\n\n- long\n- deep\n\nIt was formed a very long time ago when a\nglacier blocked the valley.',
      ),
    ).toEqual([
      '# The lake',
      '- long',
      '- deep',
      'It was formed a very long time ago when a\nglacier blocked the valley.',
    ]);
  });

  it.each([
    ['“Why?” he asked. Nobody knew.', ['“Why?” he asked.', 'Nobody knew.']],
    [
      'Invoice No. 12 is paid. She said no. Then she left.',
      ['Invoice No. 12 is paid.', 'She said no.', 'Then she left.'],
    ],
    [
      'The rent is Rs. 2,000 a month. Call Tel. 0171 55 first. It is paid in Rs. The rest follows.',
      ['The rent is Rs. 2,000 a month.', 'Call Tel. 0171 55 first.', 'It is paid in Rs.', 'The rest follows.'],
    ],
    [
      'Das Angebot gilt bis zum 30\\. April 2026. Danach nicht.',
      ['Das Angebot gilt bis zum 30\\. April 2026.', 'Danach nicht.'],
    ],
    ['यह एक झील है। यह गहरी है।', ['यह एक झील है।', 'यह गहरी है।']],
    ['أين البحيرة؟ هنا.', ['أين البحيرة؟', 'هنا.']],
  ])('cuts %s', (text, expected) => {
    expect(sentences(text)).toEqual(expected);
  });

  it.each([
    [
      'a numbered heading',
      '# 1\\. Rent and keys\n\n## 2.1. Fees\nThey are due.',
      ['# 1\\. Rent and keys', '## 2.1. Fees', 'They are due.'],
    ],
    [
      'a row of a table',
      '| Chair | Ann Lee (2\\. Chair) |\n| Guest | Dr. B. Ott. Late. |',
      ['| Chair | Ann Lee (2\\. Chair) |', '| Guest | Dr. B. Ott. Late. |'],
    ],
    [
      'a German number of an office',
      'Gewählt wurde die 1\\. Vorsitzende Ada Ohm. Die bisherige 2. Kassiererin geht.',
      ['Gewählt wurde die 1\\. Vorsitzende Ada Ohm.', 'Die bisherige 2. Kassiererin geht.'],
    ],
    ['what follows "max."', 'Power 210 W (max. 265 W). It hums.', ['Power 210 W (max. 265 W).', 'It hums.']],
  ])('leaves %s whole', (_what, text, expected) => expect(sentences(text)).toEqual(expected));

  it('joins wrapped lines of a quoted message, and parts what is quoted from what quotes it', () => {
    const text = `Yes.

> we open on the first evening of the month and
> close in June.
>
>> Shall we ask the harbour master at the gate for
>> a key?`;
    expect(sentences(text)).toEqual([
      'Yes.',
      '> we open on the first evening of the month and\n> close in June.',
      '>',
      '>> Shall we ask the harbour master at the gate for\n>> a key?',
    ]);
  });

  it('parts rows whose columns are set with spaces, and joins what goes on further in', () => {
    const rows =
      'E1  sensor of the tank broken     call the service\nE2  coil is frozen over entirely   switch off and wait until\n                                  it has thawed\nPower       245 W';
    expect(sentences(rows)).toEqual([
      'E1  sensor of the tank broken     call the service',
      'E2  coil is frozen over entirely   switch off and wait until\n                                  it has thawed',
      'Power       245 W',
    ]);
  });

  it('ends a sentence at every line break unless the text is wrapped', () => {
    const text = 'It was formed a very long time ago when a\nglacier blocked the valley.';
    expect(sentencesOf(text)).toHaveLength(2);
    expect(sentences(text)).toHaveLength(1);
  });

  it('keeps the place of every sentence of a part', () => {
    const text = 'One. Two is here. Three.';
    expect(sentencesOf(text, { from: 5, to: 17 })).toEqual([{ text: 'Two is here.', start: 5, end: 17 }]);
  });
});
