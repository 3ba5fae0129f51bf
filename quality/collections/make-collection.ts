import { type DocumentContent, type DocumentKind, documentKinds, writeDocument } from './write-document.ts';

/** A question, and any of the words that say what is true; none for one that the collection does not answer. */
export interface AskedQuestion {
  question: string;
  truths: readonly string[];
  /** The document that says it. */
  filename?: string;
}

export interface MadeCollection {
  documents: { filename: string; bytes: Uint8Array<ArrayBuffer> }[];
  questions: AskedQuestion[];
}

interface Fact {
  question: string;
  truths: readonly string[];
}

interface Thing {
  name: string;
  title: string;
  sentences: string[];
  headings: string[];
  row: string[];
  facts: Fact[];
}

const answered = 16;
/** So many that no name is given twice in up to 2,000 documents. */
const rowsBeside = 2;

/** Documents of ten kinds about five sorts of things, each of its own, many of which are called nearly alike. */
export function makeCollection(count: number, seed: number): MadeCollection {
  const random = numbersOf(seed);
  const made = Array.from({ length: count }, (_, number) => {
    const [sort, block] = [Math.floor(number / 10) % 5, Math.floor(number / 50)];
    // Things of nearly the same name are written down in different kinds.
    const kind = documentKinds[(number + block + Math.floor(block / 20)) % 10] ?? 'txt';
    const make = sorts[sort] ?? place;
    const index = block * 10 + (number % 10);
    const thing = make(index, random);
    const beside = Array.from({ length: rowsBeside }, (_, row) => make(count / 5 + index * rowsBeside + row, random));
    const content: DocumentContent = {
      title: thing.title,
      sentences: thing.sentences,
      headings: thing.headings,
      rows: [thing.row, ...beside.map(({ row }) => row)],
    };
    const filename = `${number}.${kind}`;
    return { filename, bytes: writeDocument(kind, content, random(2) === 0), thing, kind, sort };
  });
  return {
    documents: made.map(({ filename, bytes }) => ({ filename, bytes })),
    questions: [...answerable(made, random), ...unanswerable(count, random)],
  };
}

interface MadeDocument {
  filename: string;
  kind: DocumentKind;
  /** Which of the sorts of things it is about. */
  sort: number;
  thing: Thing;
}

/** One or two for each kind, of all sorts in turn. */
function answerable(made: readonly MadeDocument[], random: (below: number) => number): AskedQuestion[] {
  return Array.from({ length: answered }, (_, number) => {
    const [wantedKind, wantedSort] = [documentKinds[number % 10], (number * 3 + Math.floor(number / 10)) % 5];
    const fitting = made.filter(({ kind, sort }) => kind === wantedKind && sort === wantedSort);
    const { thing, filename } = fitting[random(fitting.length)] ?? { filename: '' };
    const fact = thing?.facts[random(thing.facts.length)];
    return { question: fact?.question ?? '', truths: fact?.truths ?? [], filename };
  });
}

function unanswerable(count: number, random: (below: number) => number): AskedQuestion[] {
  const { name } = place(random(count / 5), random);
  return [
    `Who designed the ${name}?`,
    `How many rooms does the ${first[random(20)]} orangery have?`,
    `In which year was the ${first[random(20)]} ${second[random(10)]} wing 9 opened?`,
    `What is the monthly rent of contract C-${8000 + random(1000)}?`,
  ].map((question) => ({ question, truths: [] }));
}

function place(index: number, random: (below: number) => number): Thing {
  const wing = Math.floor(index / 200);
  const name = `${first[index % 20]} ${second[Math.floor(index / 20) % 10]}${wing === 0 ? '' : ` wing ${wing}`}`;
  const [year, head, rooms] = [String(1850 + random(150)), person(random(1200)), String(12 + random(900))];
  return {
    name,
    title: name,
    sentences: [
      random(2) === 0
        ? `The ${name} was opened to the public in the spring of ${year}.`
        : `After two years of work the ${name} opened its doors in ${year}.`,
      random(2) === 0
        ? `Since last autumn the ${name} has been led by ${head}.`
        : `${head} is the head of the ${name}.`,
      `The ${name} has ${rooms} rooms, which are spread over several floors.`,
      `Visitors come by ${['tram', 'boat', 'bus'][random(3)]} and stay for ${2 + random(6)} hours.`,
    ],
    headings: ['Name', 'Opened', 'Led by', 'Rooms'],
    row: [name, year, head, rooms],
    facts: [
      { question: `In which year was the ${name} opened?`, truths: [year] },
      { question: `Who leads the ${name}?`, truths: [head] },
      { question: `How many rooms does the ${name} have?`, truths: [rooms] },
    ],
  };
}

function machine(index: number, random: (below: number) => number): Thing {
  const variant = ['', ' Plus', ' Mini', ' Max', ' Twin', ' Pro'][Math.floor(index / 200)] ?? '';
  const name = `${first[index % 20]} K-${110 + 10 * (Math.floor(index / 20) % 10)}${variant}`;
  const [weight, years, town] = [String(3 + random(240)), String(1 + random(9)), towns[random(20)] ?? ''];
  return {
    name,
    title: `${name}, data sheet`,
    sentences: [
      `The ${name} is a pump for small workshops.`,
      `It is made in ${town} and sold in nine countries.`,
      `The ${name} weighs ${weight} kg without its hose.`,
      `The guarantee of the ${name} lasts ${years} years.`,
    ],
    headings: ['Name', 'Weight kg', 'Guarantee years', 'Made in'],
    row: [name, weight, years, town],
    facts: [
      { question: `How much does the ${name} weigh?`, truths: [weight] },
      {
        question: `How long is the guarantee of the ${name}?`,
        truths: [`${years} year`, `years: ${years}`, `years ${years}`],
      },
      { question: `Where is the ${name} made?`, truths: [town] },
    ],
  };
}

function contract(index: number, random: (below: number) => number): Thing {
  const name = `C-${1000 + index}`;
  const [tenant, rent, end] = [person(random(1200)), String(300 + random(4000)), day(2027 + random(9), random)];
  return {
    name,
    title: `Contract ${name}`,
    sentences: [
      `Contract ${name} was made between the town of ${towns[random(20)]} and ${tenant}.`,
      `The monthly rent of contract ${name} is ${rent} euros, to be paid by the third day of the month.`,
      `Contract ${name} ends on ${end.said}.`,
      'Either side may end it with three months of notice.',
    ],
    headings: ['Contract', 'Tenant', 'Monthly rent EUR', 'Ends on'],
    row: [name, tenant, rent, end.written],
    facts: [
      { question: `What is the monthly rent of contract ${name}?`, truths: [rent] },
      { question: `When does contract ${name} end?`, truths: [end.said, end.written] },
    ],
  };
}

function employee(index: number, random: (below: number) => number): Thing {
  const name = person(index);
  const [work, joined, extension] = [
    trades[random(20)] ?? '',
    day(1990 + random(35), random),
    String(2000 + random(8000)),
  ];
  return {
    name,
    title: name,
    sentences: [
      `${name} joined the office on ${joined.said}.`,
      `${name} works as a ${work} in the office at ${towns[random(20)]}.`,
      `The telephone extension of ${name} is ${extension}.`,
      `Letters for the office are opened on ${['Monday', 'Tuesday', 'Friday'][random(3)]}.`,
    ],
    headings: ['Name', 'Works as', 'Joined', 'Telephone extension'],
    row: [name, work, joined.written, extension],
    facts: [
      { question: `What does ${name} work as?`, truths: [work] },
      { question: `When did ${name} join the office?`, truths: [joined.said, joined.written] },
      { question: `What is the telephone extension of ${name}?`, truths: [extension] },
    ],
  };
}

function meeting(index: number, random: (below: number) => number): Thing {
  const name = `${bodies[index % 20]} committee of ${towns[Math.floor(index / 20) % 60]}`;
  const [held, secretary, sum] = [day(1995 + random(30), random), person(random(1200)), String(200 + random(9000))];
  return {
    name,
    title: `Minutes of the ${name}`,
    sentences: [
      `The ${name} met on ${held.said} in the town hall.`,
      `${secretary} took the minutes of the ${name}.`,
      `The ${name} granted ${sum} euros for the repair of the ${second[random(20)]}.`,
      'All proposals were accepted by a show of hands.',
    ],
    headings: ['Committee', 'Met on', 'Minutes taken by', 'Granted EUR'],
    row: [name, held.written, secretary, sum],
    facts: [
      { question: `When did the ${name} meet?`, truths: [held.said, held.written] },
      { question: `Who took the minutes of the ${name}?`, truths: [secretary] },
      { question: `How many euros did the ${name} grant?`, truths: [sum] },
    ],
  };
}

const sorts = [place, machine, contract, employee, meeting];

/** A day as it is said and as tables write it. */
function day(year: number, random: (below: number) => number): { said: string; written: string } {
  const [month, date] = [random(12), 1 + random(28)];
  const pad = (figure: number): string => String(figure).padStart(2, '0');
  return { said: `${date} ${months[month]} ${year}`, written: `${year}-${pad(month + 1)}-${pad(date)}` };
}

const person = (index: number): string => `${given[index % 20]} ${family[Math.floor(index / 20) % 60]}`;

/** The same numbers for the same seed. */
function numbersOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

const words = (list: string): string[] => list.split(' ');
const months = words('January February March April May June July August September October November December');
const first = words(
  'Alder Birch Cinder Dover Ember Fallow Garnet Hollow Iron Juniper Kestrel Larch Marrow Nettle Otter Pine Quill Raven Sable Thorn',
);
const second = words(
  'bridge clinic depot estate ferry garden harbour institute junction library market mill observatory pier quarry school theatre tower kiln works',
);
const bodies = words(
  'water road school harbour forest music building finance library market sports garden fire health bridge youth history tree traffic housing',
);
const given = words(
  'Ada Carl Edith Georg Inga Karl Maja Otto Rosa Theo Anna Bent Clara David Elsa Finn Greta Hugo Ida Jonas',
);
const trades = words(
  'surveyor archivist carpenter translator gardener librarian plumber accountant welder printer draughtsman glazier cook driver chemist tailor painter mason clerk nurse',
);
const [beginnings, endings] = [words('Bru Dah Fal Hol Ju Lun Nor Pal Sko Van'), words('un mark ster by gren dal')];
const family = endings.flatMap((ending) => beginnings.map((beginning) => beginning + ending));
const [townBeginnings, townEndings] = [
  words('Wen Ash Brad Cal Dun Elm Fern Glen Hart Ivy'),
  words('ham ford ley stead wick mouth'),
];
const towns = townEndings.flatMap((ending) => townBeginnings.map((beginning) => beginning + ending));
