import { describe, expect, it, test } from 'vitest';
import { disagreements } from './sentence-agreement.ts';

const judge = (statement: string, sentence: string, subject = '') =>
  disagreements(statement, sentence, { language: 'en', subject });
const missing = (word: string) => `"${word}" is not in the sentence it rests on`;
const drops = (operator: string) => `it drops what limits the sentence (${operator})`;
const adds = (operator: string) => `it says more than the sentence (${operator})`;
const otherPart = (word: string) => `"${word}" plays another part in the sentence`;
const otherDenial = 'it denies something else than the sentence';

describe('words', () => {
  test.each([
    ['The mill sold straw.', 'The mill sold grain.', ['straw']],
    ['The mill and the mine sold straw and coal.', 'The mill sold salt.', ['mine', 'straw', 'coal']],
    // Each word of the sentence carries one of the statement.
    ['The town bought the town hall.', 'The town bought the hall.', ['town']],
    ['The employer paid.', 'The employee paid.', ['employer']],
    ['The planner paid.', 'The planet paid.', ['planner']],
    ['The war grew.', 'The wares grew.', ['war']],
  ])('that are missing are named: %s / %s', (statement, sentence, words) =>
    expect(judge(statement, sentence)).toEqual(words.map(missing)),
  );

  test.each([
    ['The restoration cost 3 million euros.', 'The restored hall cost 3 million euros.'],
    ['The national bank paid.', 'The nations bank paid.'],
    ['Manufacturing grew.', 'Manufacturers grew.'],
    ['The firm sold the river.', 'The company sold the stream.'],
    ['ROBERT built the mill.', 'Robert constructed the mill.'],
  ])('may be of one family or stand for another: %s / %s', (statement, sentence) =>
    expect(judge(statement, sentence)).toEqual([]),
  );

  it('are taken where they come next when the sentence holds them twice', () => {
    expect(judge('Selm pays Brevik.', 'Brevik pays Selm and Selm pays Brevik.')).toEqual([]);
  });

  it('may name a subject to which the sentence only points, by nothing but its name', () => {
    const subject = 'The Port of Vallborg';
    for (const sentence of ['It opened in 1990.', ' The company opened in 1990.', 'They opened in 1990.'])
      expect(judge('Vallborg opened in 1990.', sentence, subject)).toEqual([]);
    expect(judge('Vallborg opened in 1990.', 'Nordal opened in 1990.', subject)).toEqual([missing('Vallborg')]);
    expect(judge('Vallborg opened in 1990.', 'The choir of it opened in 1990.', subject)).toEqual([
      missing('Vallborg'),
    ]);
    expect(judge('The harbour opened in 1990.', 'It opened in 1990.', subject)).toEqual([missing('harbour')]);
    // Behind the first word that the sentence holds nothing is its subject.
    expect(judge('It opened in Vallborg.', 'It opened in Selm.', subject)).toEqual([missing('Vallborg')]);
  });
});

describe('limits', () => {
  test.each([
    ['All schools closed.', 'Most schools closed.', [drops('most'), adds('all')]],
    ['Few pay.', 'Some pay.', [drops('some'), adds('few')]],
    ['Schools closed.', 'Schools closed.', []],
    ['Schools closed.', 'Only schools in towns closed.', [drops('only')]],
    ['Schools closed.', 'Schools with few pupils closed.', [drops('few')]],
    ['Schools closed.', 'Schools closed in most towns.', [drops('most')]],
    ['Schools closed.', 'Schools closed in half of the towns.', [drops('part')]],
    ['Schools closed.', 'Schools closed if teachers left.', [drops('condition')]],
    ['Schools closed.', 'Critics say schools closed.', [drops('attribution')]],
    ['Schools nearly closed.', 'Schools nearly closed.', []],
    ['Prices will fall.', 'Prices fell.', [adds('prediction')]],
    ['Prices may fall.', 'Prices fall.', [adds('possibility')]],
    // What limits another clause, or what no limit of the whole is, may go.
    ['The drug cured colds.', 'The drug cured colds, and some patients slept.', []],
    ['The drug cured colds.', 'The drug cured colds in nearly ten towns.', []],
  ])('that are dropped or added are named: %s / %s', (statement, sentence, expected) =>
    expect(judge(statement, sentence)).toEqual(expected),
  );

  test.each([
    ['The works sold gas, not heat.', 'The works sold heat, not gas.', [otherDenial]],
    ['The works did not sell gas.', 'The works sold heat, but not gas.', [otherDenial]],
    ['The works did not sell heat.', 'The works sold heat, not gas.', [adds('negation'), otherDenial]],
    ['The works sold heat, not gas.', 'The works sold heat, not gas.', []],
    ['The works did not sell gas.', 'The works never sold gas in towns.', []],
  ])('of what is denied hold for the same thing: %s / %s', (statement, sentence, expected) =>
    expect(judge(statement, sentence)).toEqual(expected),
  );
});

describe('parts', () => {
  test.each([
    ['The firm moved to Leeds.', 'The firm moved from Leeds.', ['Leeds']],
    ['The firm moved from Leeds to York.', 'The firm moved from York to Leeds.', ['Leeds', 'York']],
    ['The mill lies near the mine.', 'The mill lies under the mine.', ['mine']],
    ['The mill sold salt against tax.', 'The mill sold salt with tax.', ['tax']],
  ])('that another word plays are named: %s / %s', (statement, sentence, words) =>
    expect(judge(statement, sentence)).toEqual(words.map(otherPart)),
  );

  it('that are alike may take turns, but not with each other', () => {
    expect(judge("The works' losses grew.", 'The losses of the works grew.')).toEqual([]);
    expect(judge('The bank gave salt to towns.', 'The bank gave towns to salt.')).toContain(
      'two things changed their parts',
    );
    expect(judge('The gun in the hall fired to the sea.', 'The gun to the hall fired in the sea.')).toEqual([
      'two things changed their parts',
    ]);
  });
});

describe('order', () => {
  test.each([
    ['The wolf bit the bear.', 'The bear bit the wolf.', 'wolf', 'bit'],
    ['Smith Jones paid.', 'Jones Smith paid.', 'Smith', 'Jones'],
    ['Wolves and bears hunt deer and elk.', 'Deer and elk hunt wolves and bears.', 'bears', 'hunt'],
    ['Wolves hunt deer, and bears sleep.', 'Bears hunt deer, and wolves sleep.', 'Wolves', 'hunt'],
  ])('of who does what to whom is kept: %s / %s', (statement, sentence, first, second) =>
    expect(judge(statement, sentence)).toContain(`"${first}" and "${second}" stand the other way round`),
  );

  test.each([
    ['In winter wolves hunt deer.', 'Wolves hunt deer in winter.'],
    ['Yesterday wolves hunted deer.', 'Wolves hunted deer yesterday.'],
    ['Wolves hunted deer on Monday.', 'Monday wolves hunted deer.'],
    ['In May wolves hunted deer.', 'Wolves hunted deer in May.'],
    ['January wolves hunted deer.', 'Wolves hunted deer January.'],
    ['Wolves, bears and deer live here.', 'Deer, wolves and bears live here.'],
    ['Brown bears and old wolves live here.', 'Old wolves and brown bears live here.'],
    ['The bear was bitten by the wolf.', 'The wolf bit the bear.'],
  ])('of times and lists is free: %s / %s', (statement, sentence) => expect(judge(statement, sentence)).toEqual([]));

  it('of a list that is longer than four is that of the sentence', () => {
    const list = 'Ann Lee, Bob Fox and Cid Roe met.';
    expect(judge('Cid Roe, Ann Lee and Bob Fox met.', list)).not.toEqual([]);
    expect(judge('Bob Fox, Ann Lee and Cid Roe met.', list)).toEqual([]);
  });
});
