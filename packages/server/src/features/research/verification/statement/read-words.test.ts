import { describe, expect, it, test } from 'vitest';
import { type ReadWord, readWords } from './read-words.ts';

/** A word with its part, what holds for it and its clause: "prices/with [possibility] @1"; `.` marks what says nothing, `#` figures. */
function written({ text, isContent, isNumber, role, operators, clause }: ReadWord): string {
  const part = role === 'core' ? '' : `/${role}`;
  const holds = operators.size > 0 ? `[${[...operators].sort().join()}]` : '';
  return `${isContent ? '' : isNumber ? '#' : '.'}${text}${part}${holds}${clause > 0 ? `@${clause}` : ''}`;
}
const read = (sentence: string) => readWords(sentence, 'en').map(written).join(' ');

describe('the part of a word', () => {
  test.each([
    ['The county built the bridge in 1932.', '.The county built .the bridge #1932/place'],
    [
      'The firm moved from York to Leeds with three trucks.',
      '.The firm moved York/from Leeds/to #three/with trucks/with',
    ],
    // Behind a date, or an article behind a whole phrase, the sentence itself goes on.
    ['In 2019 Anholm supplied homes.', '#2019/place Anholm supplied homes'],
    ['In May 20 ships sank.', 'May/place #20/place ships/place sank/place'],
    ['In the valley the navy sold ships.', '.the/place valley/place .the navy sold ships'],
    ['The ships of the line the navy sold sank.', '.The ships .the/of line/of .the/of navy/of sold/of sank/of'],
    ['The works of 2019 Anholm sold.', '.The works #2019/of Anholm/of sold/of'],
    ['Ships in port have sunk.', 'Ships port/place .have sunk'],
    ['It rained because clouds came.', '.It rained clouds/cause@1 came/cause@1'],
  ])('%s', (sentence, expected) => expect(read(sentence)).toBe(expected));

  test.each([
    ['The bridge was built by the county of Selm in 1932.', '.the county Selm/of .was built .The bridge #1932/place'],
    [
      'The old bridge of Selm near the mill was built by the county, and repaired by the state.',
      '.the/place mill/place .the county .was built .The old bridge Selm/of repaired@2 .the/by@2 state/by@2',
    ],
    ['The bridge was soon completely rebuilt.', '.was soon completely rebuilt .The bridge'],
    ['The bridge was long ago quite well built.', '.The bridge .was long ago quite .well built'],
    ['Was the bridge built?', '.Was .the bridge built'],
    ['The bridge was in the painted valley.', '.The bridge .was .the/place painted/place valley/place'],
    ['The towers were seen from Leeds.', '.were seen .The towers Leeds/from'],
  ])('in the passive is that of the active: %s', (sentence, expected) => expect(read(sentence)).toBe(expected));
});

describe('what holds for a word', () => {
  test.each([
    ['The mine closed in May.', '.The mine closed May/place'],
    ['On 3 May it closed.', '#3/place May/place .it/place closed/place'],
    ['It closed after May 3.', '.It closed May/after #3/after'],
    ['May it close in late May?', '.it[possibility] close[possibility] late/place[possibility] May/place[possibility]'],
    ['Mines May Close Soon', 'Mines Close[possibility] Soon[possibility]'],
  ])('is nothing where May is a month: %s', (sentence, expected) => expect(read(sentence)).toBe(expected));

  test.each([
    [
      'The drug may prevent headaches, and cures colds; doctors agree.',
      '.The drug prevent[possibility] headaches[possibility] cures[possibility]@2 colds[possibility]@2 doctors@3',
    ],
    [
      'The drug does not prevent headaches or fever, but stops pain.',
      '.The drug .does prevent[negation] headaches[negation] fever[negation]@1 stops@3 pain@3',
    ],
    [
      'The minister denied that he took bribes.',
      '.The minister .denied[negation] .he[negation]@1 .took[negation]@1 bribes[negation]@1',
    ],
    ['It didn’t rain today.', '.It rain[negation] .today[negation]'],
    ["It hasn't rained.", '.It rained[negation]'],
    ['Prices refused to fall.', 'Prices .refused[negation] fall/to[negation]'],
    // Who says it and on what condition holds for the whole sentence, also for what stands before.
    [
      'Prices fell, critics say, if rates rose.',
      'Prices[attribution,condition] fell[attribution,condition] rates[attribution,condition]@2 rose[attribution,condition]@2',
    ],
    // What limits one thing reaches six words.
    [
      'Half of the farmers, the millers and the old northern fishing villages use modern irrigation.',
      '.the/of[part] farmers/of[part] .the[part]@1 millers[part]@1 .the[part]@2 old[part]@2 northern[part]@2 fishing[part]@2 villages[part]@2 use@2 modern@2 irrigation@2',
    ],
    [
      'The museum holds up to 40 paintings; it owns at least 3 statues.',
      '.The museum holds #40[limit] paintings[limit] .it@1 owns@1 #3[least]@1 statues[least]@1',
    ],
    ['Over 40 ships left: fewer than 5 stayed.', '#40[more] ships[more] left[more] #5[less]@1 stayed[less]@1'],
    ['Homes over there fell.', 'Homes over .there fell'],
    ['It is one of the mills, but no longer runs.', '.It .is mills[part] runs[negation]@2'],
  ])('%s', (sentence, expected) => expect(read(sentence)).toBe(expected));
});

describe('a word', () => {
  it('is a figure when it is a number in digits or in words, and its unit says nothing of its own', () => {
    expect(read('Ten percent of the 1,234 homes of the 21st century cost 3 million euros.')).toBe(
      '#Ten .percent .the/of #1,234/of homes/of .the/of #21st/of century/of cost/of #3/of .million/of .euros/of',
    );
  });

  it('has the stem of its other forms and the groups of what may stand for it', () => {
    const [built, bridges, constructed, river, stream] = readWords('Built bridges constructed river stream', 'en');
    const [bridge] = readWords('Bridge', 'en');
    expect(bridges?.stem).toBe(bridge?.stem);
    const common = (left: ReadWord | undefined, right: ReadWord | undefined) =>
      left?.groups.filter((group) => right?.groups.includes(group)).length;
    expect([common(built, constructed), common(river, stream), common(built, river)]).toEqual([1, 1, 0]);
    expect(bridges?.groups).toEqual([]);
    // One word may belong to several groups.
    expect(readWords('lead', 'en')[0]?.groups.length).toBeGreaterThan(2);
  });
});
