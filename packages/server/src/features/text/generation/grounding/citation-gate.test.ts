import { figuresOf } from '@parley/text';
import { describe, expect, it } from 'vitest';
import { growthOf, longestWaitOf } from '../../../../../test/growth.ts';
import { CitationGate, type GateOptions } from './citation-gate.ts';
import { FigureEvidence } from './figure-evidence.ts';

const texts = [
  'The warehouse in Lund holds 120 units and 14 pallets.',
  'In 2023 revenue was 1,250,000 EUR; in 2024 it was 1.5 million EUR.',
  'The bridge has 7 lanes. It opened on 5 March 1932 at 2 pm.',
  'The plan was approved by the council.',
  'The lease begins in 2024 and runs for five years.',
];
const passages = texts.map((text, index) => ({
  number: index + 1,
  document: 0,
  start: 0,
  end: text.length,
  label: '',
  text,
}));

function gateWith(options: Partial<GateOptions> = {}): CitationGate {
  return new CitationGate({ passages, given: FigureEvidence.of(['How many in 2030?']), isInline: false, ...options });
}

/** The reply whole, and in pieces of every size: what comes out must be the same. */
function said(reply: string, options: Partial<GateOptions> = {}) {
  const whole = gateWith(options);
  const text = whole.push(reply) + whole.end();
  for (const size of [1, 2, 3, 5, 8]) {
    const gate = gateWith(options);
    let out = '';
    for (let at = 0; at < reply.length; at += size) out += gate.push(reply.slice(at, at + size));
    expect(out + gate.end(), `in pieces of ${size}`).toBe(text);
    expect(gate.cited).toEqual(whole.cited);
    expect(gate.ungrounded).toEqual(whole.ungrounded);
  }
  return { text, cited: whole.cited.map(({ number }) => number), ungrounded: whole.ungrounded, gate: whole };
}

it('hands blank lines on as one, and sentences around them as they are', () => {
  const reply = `The plan was approved [4].${'\n'.repeat(7)}It has 9 lanes [3].\n\n\n`;
  const { text, cited } = said(reply);
  expect(text).toMatch(/^The plan was approved\.\n{7}It has/);
  expect(text).toMatch(/\n{3}$/);
  expect(cited).toContain(4);
  const before = process.cpuUsage();
  expect(gateWith().push('\n'.repeat(4_000_000))).toHaveLength(4_000_000);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(500);
});

describe('addresses', () => {
  const given = { givenTexts: ['The plan is at https://city.example/plan?id=4, also ftp.city.example/(old).'] };
  it.each([
    ['See ![x](http://elsewhere.example/?q=secret) there [4].', 'See there.', 'http://elsewhere.example/?q=secret'],
    ['See [the plan](http://elsewhere.example/a_(b)).', 'See [the plan].', 'http://elsewhere.example/a_(b)'],
    ['See [it. Really](<//elsewhere.example> "x") now.', 'See [it. Really] now.', '//elsewhere.example'],
    ['At https://elsewhere.example/x. Then more.', 'At […]. Then more.', 'https://elsewhere.example/x'],
    ['<img src="//elsewhere.example/s"> it is.', '<img src=""> it is.', '//elsewhere.example/s'],
    ['[a]: https://elsewhere.example\n', '[a]: […]\n', 'https://elsewhere.example'],
    ['At https://city.example/plan?id=4&q=secret now.', 'At […] now.', 'https://city.example/plan?id=4&q=secret'],
    ['At https://city.example/plan now.', 'At […] now.', 'https://city.example/plan'],
  ])('of %j that nobody gave are taken out', (reply, text, address) => {
    const result = said(reply, given);
    expect(result.text).toBe(text);
    expect(result.ungrounded).toEqual([{ text: address, reason: 'address_in_no_passage' }]);
  });

  it.each([
    'See [the plan](https://city.example/plan?id=4) and https://city.example/plan?id=4.',
    'See [below](#plan) or [there](ftp://ftp.city.example/(old)).',
    'In code: `ratio:/x`, the wsdl, an http server, and: more.',
  ])('that were given stay: %j', (reply) => {
    expect(said(reply, given)).toMatchObject({ text: reply, ungrounded: [] });
  });
});

describe('sentences that say another thing than the passage named for them', () => {
  it.each([
    ['Revenue was 1.5 million USD [2].', '1.5'],
    ['It was $1,250,000 [2].', '1,250,000'],
  ])('as in another currency are not cited: %j', (reply, figure) => {
    const { cited, ungrounded } = said(reply);
    expect(cited).toEqual([]);
    expect(ungrounded).toMatchObject([{ reason: 'figure_not_in_passage', text: expect.stringContaining(figure) }]);
  });

  it.each(['The plan was not approved by the council [4].', "The council didn't approve the plan [4]."])(
    'with a "not" that it does not have are not cited, and stay: %j',
    (reply) => {
      const { text, cited, ungrounded } = said(reply);
      expect(text).toBe(reply.replace(' [4]', ''));
      expect(cited).toEqual([]);
      expect(ungrounded).toMatchObject([{ reason: 'negated_in_passage' }]);
    },
  );

  it.each([
    'The plan was approved by the council [4].',
    'No, the plan was approved by the council [4].',
    'The plan was not only approved by the council [4].',
    'Revenue was 1.5 million EUR [2].',
    'Revenue was €1,250,000 [2].',
    'The store did not open before 1932 [3].',
  ])('are told from those that say the same: %j', (reply) => {
    const { cited, ungrounded } = said(reply);
    expect(cited).toHaveLength(1);
    expect(ungrounded).toEqual([]);
  });
});

describe('passages named for a sentence', () => {
  it.each([
    ['by its words', 'The plan was approved by the council [4].', true],
    ['by its figures', 'Sales came to about 1.25 million euros [2].', true],
    ['not by other words', 'Nobody on the board objected to the idea [4].', false],
    [
      'not by a figure that another passage holds',
      'The board liked the idea, which earned 1.25 million euros [2, 4].',
      false,
    ],
  ])('are told from those that it can be held against: %s', (_, reply, isChecked) => {
    const { gate, cited } = said(reply);
    expect(gate.isChecked(gate.cited.at(-1)!)).toBe(isChecked);
    expect(cited.length).toBeGreaterThan(0);
  });
});

describe('marks', () => {
  it.each([
    ['It was approved [4].', 'It was approved.', [4]],
    ['It was approved. [4] There are 120 units [1].', 'It was approved. There are 120 units.', [4, 1]],
    ['It was approved.[4] Then more.', 'It was approved. Then more.', [4]],
    ['Approved【4†council】 and more [1, 4].', 'Approved and more.', [4, 1]],
    ['All of it [1-3].', 'All of it.', [1, 2, 3]],
    ['- 120 units [1]\n- approved [4]\n', '- 120 units\n- approved\n', [1, 4]],
    ['1. 120 units [1]\n2. approved [4]', '1. 120 units\n2. approved', [1, 4]],
  ])('of %j name the passages and are taken out', (reply, text, cited) => {
    expect(said(reply)).toMatchObject({ text, cited, ungrounded: [] });
  });

  it('stay when they are wanted, numbered as the sources are', () => {
    const { text, cited } = said('It was approved [4]. There are 120 units [1][4].', { isInline: true });
    expect(text).toBe('It was approved [1]. There are 120 units [2][1].');
    expect(cited).toEqual([4, 1]);
  });

  it('that name no passage are taken out and reported', () => {
    expect(said('It was approved [9].')).toMatchObject({
      text: 'It was approved.',
      cited: [],
      ungrounded: [{ text: '[9]', reason: 'no_such_passage' }],
    });
  });

  it('are not seen in code, links and years', () => {
    const reply = 'Use `row[1]` here.\n```\nlist[2] = 9999;\n```\nSee [3](https://example.com) or [1932].';
    expect(said(reply, { givenTexts: ['Of example.com.'] })).toMatchObject({ text: reply, cited: [] });
  });

  it('of zero say that nothing answers', () => {
    const { text, gate } = said('The documents do not say that [0].');
    expect(text).toBe('The documents do not say that.');
    expect([gate.hasMarks, gate.saysNothing]).toEqual([true, true]);
  });
});

describe('figures', () => {
  it('that the passage does not hold are taken out and reported, and the passage is no source for them', () => {
    expect(said('The warehouse holds 9999 units [1].')).toMatchObject({
      text: 'The warehouse holds […] units.',
      cited: [],
      ungrounded: [{ text: '9999', reason: 'figure_not_in_passage' }],
    });
  });

  it('are judged by the passage of their own sentence', () => {
    const { text, cited } = said('There are 120 pallets [2]. Revenue was 1,250,000 EUR [2].');
    expect(text).toBe('There are […] pallets. Revenue was 1,250,000 EUR.');
    expect(cited).toEqual([2]);
  });

  it.each([
    'Revenue was €1.25 million in 2023 [2].',
    'Revenue was 1 250 000 EUR [2].',
    'In 2030 it may differ, but there are 120 units [1].',
    'It opened on 1932-03-05 at 14:00 [3].',
    'The growth was 20 % (from 1,250,000 to 1,500,000) [2].',
    'Units and pallets make 134 pieces: 120 + 14 [1].',
    'There are 2 kinds of things [1].',
    'The lease of 2024 runs for five years, until 2029 [5].',
  ])('of %j stand, for they say what the passage says', (reply) => {
    expect(said(reply).ungrounded).toEqual([]);
  });

  it('that are small are wrong when the passage counts the same otherwise', () => {
    expect(said('The bridge has 9 lanes [3].')).toMatchObject({ text: 'The bridge has […] lanes.' });
  });

  it('without a mark stay, and are reported when no passage has them', () => {
    expect(said('There are 120 units, or 9999.')).toMatchObject({
      text: 'There are 120 units, or 9999.',
      ungrounded: [{ text: '9999', reason: 'figure_in_no_passage' }],
    });
  });
});

it('lets text go on as it comes, up to what may change', () => {
  const gate = gateWith();
  expect(gate.push('The warehouse in Lund')).toBe('The warehouse in Lund');
  expect(gate.push(' holds 120 uni')).toBe(' holds');
  expect(gate.push('ts [')).toBe('');
  expect(gate.push('1]. It')).toBe(' 120 units. It');
});

it('does not hold back a sentence without an end for ever', () => {
  const gate = gateWith();
  let out = '';
  for (let piece = 0; piece < 2000; piece++) out += gate.push('12 345 ');
  expect(out.length).toBeGreaterThan(8_000);
});

describe('takes time by the length of a text', () => {
  const reply = (piece: string) => (length: number) => {
    const gate = gateWith();
    gate.push(piece.repeat(length / piece.length));
    gate.end();
  };

  it.each([' ', '\n', '1 ', '1234 ', '98765 [2] ', '1,', '. ', '[1] ', '`'])('that is said: %j', async (piece) => {
    expect(await growthOf(reply(piece), 10_000)).toBeLessThan(24);
  });

  it('that was given, and lets other work go on meanwhile', async () => {
    const given = (length: number) => '1 '.repeat(length / 2);
    expect(await growthOf((length) => FigureEvidence.read([given(length)]), 20_000)).toBeLessThan(24);
    expect(await longestWaitOf(() => FigureEvidence.read([given(1_000_000)]))).toBeLessThan(200);
  });
});

it('finds the figures of a long text as those of a short one', async () => {
  const long = Array.from({ length: 3_000 }, (_, at) => `Row ${at} holds ${at * 7 + 100_000} EUR. `).join('');
  const evidence = await FigureEvidence.read([long]);
  const figures = figuresOf('It holds 100,000 EUR, 110507 EUR, 120,993 EUR and 777 EUR.');
  expect(figures.map((figure) => evidence.holds(figure))).toEqual([true, true, true, true]);
  expect(figuresOf('and 120,994 EUR, 4711 EUR').map((figure) => evidence.holds(figure))).toEqual([false, false]);
});
