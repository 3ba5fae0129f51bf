/**
 * Sentences as sources write them, with statements that say the same and statements that were twisted in one of twelve
 * ways. Made from frames and word lists by a seeded generator; nothing here is real.
 */
export interface Planted {
  quote: string;
  statement: string;
  /** `true …` for paraphrases, otherwise how it was twisted. */
  kind: string;
}

/** Mulberry32: small, seeded, the same everywhere. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

interface Verb {
  base: string;
  past: string;
  participle: string;
  /** Says the same. */
  like: string;
  likeParticiple: string;
  /** Says something else. */
  other: string;
}

const verb = (
  base: string,
  past: string,
  participle: string,
  like: string,
  likeParticiple: string,
  other: string,
): Verb => ({
  base,
  past,
  participle,
  like,
  likeParticiple,
  other,
});

const verbs = [
  verb('build', 'built', 'built', 'constructed', 'constructed', 'demolished'),
  verb('buy', 'bought', 'bought', 'purchased', 'purchased', 'sold'),
  verb('repair', 'repaired', 'repaired', 'fixed', 'fixed', 'damaged'),
  verb('open', 'opened', 'opened', 'inaugurated', 'inaugurated', 'closed'),
  verb('fund', 'funded', 'funded', 'financed', 'financed', 'cancelled'),
  verb('restore', 'restored', 'restored', 'renovated', 'renovated', 'neglected'),
  verb('design', 'designed', 'designed', 'designed', 'designed', 'inspected'),
  verb('replace', 'replaced', 'replaced', 'replaced', 'replaced', 'painted'),
  verb('approve', 'approved', 'approved', 'endorsed', 'endorsed', 'rejected'),
  verb('inspect', 'inspected', 'inspected', 'inspected', 'inspected', 'insured'),
];
const agents = [
  'the Velden cooperative',
  'Harrow Marine',
  'the county of Selm',
  'the Institute for Soil',
  'Norda Rail',
  'the port authority',
  'the Kestrel foundation',
  'Brandvik Power',
];
const objects = [
  'the swing bridge',
  'the grain store',
  'the old lighthouse',
  'the pumping station',
  'the rowing club',
  'the tram depot',
  'the glass pavilion',
  'the sea wall',
];
const places = ['Aldern', 'Port Hesk', 'Vintry', 'Lower Marn', 'Osterby', 'Kilbrae'];
const speakers = ['the opposition', 'a former engineer', 'the union', 'local residents', 'the auditor'];
const crops = ['farmers', 'teachers', 'fishermen', 'commuters', 'nurses', 'bakers', 'beekeepers', 'miners'];
const habits = [
  'use solar pumps',
  'carry spare batteries',
  'prefer the night ferry',
  'keep written records',
  'drink rain water',
  'rent their tools',
];
const causes: [string, string][] = [
  ['salt water', 'rust in the turbines'],
  ['late frost', 'losses in the orchards'],
  ['road salt', 'damage to young trees'],
  ['loud engines', 'stress in seals'],
  ['heavy rain', 'cracks in the dam'],
];
const units = ['tonnes', 'litres', 'euros', 'metres', 'hours', 'kilowatt-hours'];
const things = ['barley', 'milk', 'steel', 'cable', 'timber', 'salt'];

type Maker = (pick: <T>(from: readonly T[]) => T, number: (from: number, to: number) => number) => Planted[];

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const grouped = (value: number) => value.toLocaleString('en-US');

/** Someone did something somewhere in a year. */
const deed: Maker = (pick, number) => {
  const [who, rival, what, place, act] = [pick(agents), pick(agents), pick(objects), pick(places), pick(verbs)];
  const year = number(1950, 2020);
  if (who === rival) return [];
  const far = pick(places);
  const plain = `In ${year}, ${who} ${act.past} ${what} in ${place}.`;
  const modal = `${capital(who)} may ${act.base} ${what} in ${place} before ${year}.`;
  const hope = `${capital(who)} hopes to ${act.base} ${what} in ${place}.`;
  const said = `${capital(pick(speakers))} claims that ${who} ${act.past} ${what} in ${year}.`;
  const denied = `${capital(who)} denied that it ${act.past} ${what} in ${place}.`;
  const not = `${capital(who)} did not ${act.base} ${what} in ${year}.`;
  return [
    { quote: plain, statement: `${capital(who)} ${act.past} ${what} in ${place} in ${year}.`, kind: 'true: moved' },
    {
      quote: plain,
      statement: `${capital(what)} in ${place} was ${act.participle} by ${who} in ${year}.`,
      kind: 'true: passive',
    },
    { quote: plain, statement: `${capital(who)} ${act.past} ${what}.`, kind: 'true: shorter' },
    { quote: plain, statement: `${capital(who)} ${act.like} ${what} in ${year}.`, kind: 'true: synonym' },
    {
      quote: plain,
      statement: `In ${year}, ${what} was ${act.likeParticiple} by ${who}.`,
      kind: 'true: passive synonym',
    },
    { quote: modal, statement: `${capital(who)} might ${act.base} ${what} in ${place}.`, kind: 'true: hedged' },
    { quote: plain, statement: `In ${year}, ${rival} ${act.past} ${what} in ${place}.`, kind: 'subject' },
    { quote: plain, statement: `In ${year}, ${who} ${act.other} ${what} in ${place}.`, kind: 'predicate' },
    { quote: plain, statement: `In ${year + 3}, ${who} ${act.past} ${what} in ${place}.`, kind: 'time' },
    ...(far === place
      ? []
      : [{ quote: plain, statement: `${capital(who)} ${act.past} ${what} in ${far} in ${year}.`, kind: 'place' }]),
    { quote: modal, statement: `${capital(who)} will ${act.base} ${what} in ${place}.`, kind: 'modality' },
    { quote: hope, statement: `${capital(who)} ${act.past} ${what} in ${place}.`, kind: 'modality' },
    { quote: said, statement: `${capital(who)} ${act.past} ${what} in ${year}.`, kind: 'attribution' },
    { quote: denied, statement: `${capital(who)} ${act.past} ${what} in ${place}.`, kind: 'negation' },
    { quote: not, statement: `${capital(who)} ${act.past} ${what} in ${year}.`, kind: 'negation' },
    { quote: plain, statement: `${capital(who)} did not ${act.base} ${what} in ${year}.`, kind: 'negation' },
  ];
};

/** One party does something to another. */
const between: Maker = (pick, number) => {
  const [left, right] = [pick(agents), pick(agents)];
  if (left === right) return [];
  const year = number(1980, 2022);
  const act = pick([
    ['sued', 'sued'],
    ['acquired', 'acquired'],
    ['overtook', 'overtaken'],
    ['advised', 'advised'],
    ['supplied', 'supplied'],
  ] as const);
  const quote = `${capital(left)} ${act[0]} ${right} in ${year} after a long dispute.`;
  const moved = `The office moved from ${pick(['Aldern', 'Vintry'])} to ${pick(['Osterby', 'Kilbrae'])} in ${year}.`;
  const swapped = moved.replace(/from (\w+) to (\w+)/, 'from $2 to $1');
  return [
    { quote, statement: `In ${year}, ${left} ${act[0]} ${right}.`, kind: 'true: moved' },
    { quote, statement: `${capital(right)} was ${act[1]} by ${left} in ${year}.`, kind: 'true: passive' },
    { quote, statement: `${capital(right)} ${act[0]} ${left} in ${year}.`, kind: 'roles' },
    { quote, statement: `${capital(left)} was ${act[1]} by ${right}.`, kind: 'roles' },
    { quote: moved, statement: swapped, kind: 'roles' },
    {
      quote: moved,
      statement: `In ${year} the office moved from ${/from (\w+)/.exec(moved)?.[1]} to ${/to (\w+) in/.exec(moved)?.[1]}.`,
      kind: 'true: moved',
    },
  ];
};

/** How many, of what, in which unit. */
const amount: Maker = (pick, number) => {
  const [who, unit, thing] = [pick(agents), pick(units), pick(things)];
  const value = number(12, 90) * 100;
  const year = number(1990, 2023);
  const otherUnit = pick(units);
  const quote = `${capital(who)} delivered ${grouped(value)} ${unit} of ${thing} in ${year}.`;
  const most = `${capital(who)} can store up to ${grouped(value)} ${unit} of ${thing}.`;
  const over = `${capital(who)} lost more than ${grouped(value)} ${unit} of ${thing} in ${year}.`;
  const taller = `${capital(who)} pays higher wages than ${pick(['the brewery', 'the quarry'])}.`;
  const turned = taller.replace(
    /^(.*) pays higher wages than (.*)\.$/,
    (_all, left: string, right: string) => `${capital(right)} pays higher wages than ${left}.`,
  );
  return [
    { quote, statement: `In ${year}, ${who} delivered ${value} ${unit} of ${thing}.`, kind: 'true: number' },
    { quote, statement: `${capital(who)} supplied ${grouped(value)} ${unit} of ${thing}.`, kind: 'true: synonym' },
    {
      quote: over,
      statement: `In ${year}, ${who} lost over ${grouped(value)} ${unit} of ${thing}.`,
      kind: 'true: moved',
    },
    {
      quote: most,
      statement: `Up to ${grouped(value)} ${unit} of ${thing} can be stored by ${who}.`,
      kind: 'true: passive',
    },
    {
      quote,
      statement: `${capital(who)} delivered ${grouped(value + 100)} ${unit} of ${thing} in ${year}.`,
      kind: 'quantity',
    },
    { quote: most, statement: `${capital(who)} stores ${grouped(value)} ${unit} of ${thing}.`, kind: 'quantity' },
    {
      quote: over,
      statement: `${capital(who)} lost ${grouped(value)} ${unit} of ${thing} in ${year}.`,
      kind: 'quantity',
    },
    ...(otherUnit === unit
      ? []
      : [
          {
            quote,
            statement: `${capital(who)} delivered ${grouped(value)} ${otherUnit} of ${thing} in ${year}.`,
            kind: 'unit',
          },
        ]),
    { quote: taller, statement: turned, kind: 'comparison' },
    { quote: taller, statement: taller.replace('higher', 'lower'), kind: 'comparison' },
    { quote: taller, statement: taller.replace('pays', 'paid'), kind: 'true: tense' },
  ];
};

/** Of whom it holds. */
const share: Maker = (pick, number) => {
  const [who, habit, place] = [pick(crops), pick(habits), pick(places)];
  const other = pick(crops);
  const half = `Half of the ${who} in ${place} ${habit}.`;
  const some = `Some ${who} in ${place} ${habit}.`;
  const only = `Only ${who} in ${place} ${habit}.`;
  const most = `Most ${who} in ${place} ${habit}, according to a survey of ${number(2, 9) * 100} people.`;
  const plain = `${capital(who)} in ${place} ${habit} since the drought.`;
  return [
    { quote: plain, statement: `Since the drought, ${who} in ${place} ${habit}.`, kind: 'true: moved' },
    { quote: plain, statement: `In ${place}, ${who} ${habit}.`, kind: 'true: shorter' },
    { quote: half, statement: `Half the ${who} in ${place} ${habit}.`, kind: 'true: shorter' },
    { quote: half, statement: `${capital(who)} in ${place} ${habit}.`, kind: 'part for whole' },
    { quote: half, statement: `All ${who} in ${place} ${habit}.`, kind: 'part for whole' },
    { quote: some, statement: `${capital(who)} in ${place} ${habit}.`, kind: 'scope' },
    { quote: some, statement: `Most ${who} in ${place} ${habit}.`, kind: 'scope' },
    { quote: plain, statement: `Only ${who} in ${place} ${habit}.`, kind: 'scope' },
    { quote: only, statement: `In ${place}, only ${who} ${habit}.`, kind: 'true: moved' },
    { quote: most, statement: `All ${who} in ${place} ${habit}.`, kind: 'part for whole' },
    ...(other === who ? [] : [{ quote: plain, statement: `${capital(other)} in ${place} ${habit}.`, kind: 'subject' }]),
  ];
};

/** What leads to what. */
const cause: Maker = (pick) => {
  const [from, to] = pick(causes);
  const quote = `The report found that ${from} causes ${to}.`;
  const plain = `${capital(from)} causes ${to} every winter.`;
  const linked = `${capital(from)} is linked to ${to}.`;
  const prevents = `Regular care prevents ${to}.`;
  return [
    { quote: plain, statement: `Every winter, ${from} causes ${to}.`, kind: 'true: moved' },
    { quote: plain, statement: `${capital(to)} is caused by ${from}.`, kind: 'true: passive' },
    { quote: plain, statement: `${capital(from)} prevents ${to}.`, kind: 'cause' },
    { quote: plain, statement: `${capital(to)} causes ${from}.`, kind: 'cause' },
    { quote: linked, statement: `${capital(from)} causes ${to}.`, kind: 'cause' },
    { quote: prevents, statement: `Regular care causes ${to}.`, kind: 'cause' },
    { quote, statement: `${capital(from)} does not cause ${to}.`, kind: 'negation' },
  ];
};

const makers = [deed, between, amount, share, cause];

/** So many twisted statements and so many true ones; the same for the same seed. */
export function plantedStatements(seed: number, each: number): { twisted: Planted[]; same: Planted[] } {
  const random = randomOf(seed);
  const number = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const pick = <T>(from: readonly T[]): T => {
    const found = from[Math.floor(random() * from.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  };
  const twisted: Planted[] = [];
  const same: Planted[] = [];
  for (let round = 0; round < each * 4 && (twisted.length < each || same.length < each); round += 1) {
    for (const planted of pick(makers)(pick, number)) (planted.kind.startsWith('true') ? same : twisted).push(planted);
  }
  return { twisted: twisted.slice(0, each), same: same.slice(0, each) };
}
