import { describe, expect, it, test } from 'vitest';
import type { Claim, Source } from '../research-types.ts';
import { judgeSentence, sentenceProblems } from './sentence-problems.ts';
import { judgeStatement, mixedClauses, statementProblems } from './verify-statement.ts';

const judge = (statement: string, quote: string | string[], surroundings: string[] = []) =>
  judgeStatement(statement, { quotes: [quote].flat(), surroundings });
const facts = (statement: string, quote: string | string[], surroundings: string[] = []) =>
  judge(statement, quote, surroundings).facts;
const opposite = 'the quote says the opposite';
const denial = 'the quote does not say this in the same sense (not / no)';

describe('the opposite', () => {
  test.each([
    [
      'rise rises rising risen rose increased increasing grew grow grown higher gain gained climbed surged expanded',
      'fall falls falling fallen fell decreased declining drop dropped lower shrank shrinks shrunk reduced lost loses losing contracted',
    ],
    ['more over above exceeds', 'less fewer under below'],
    ['largest biggest highest longest most best first newest', 'smallest lowest shortest least worst last oldest'],
    ['before earlier', 'after later'],
    [
      'approved accepted allow allowed permitted legal',
      'rejected refused forbidden forbade ban banned prohibited illegal',
    ],
    ['won win wins succeeded success passes passed', 'lost lose loses fail failed'],
    ['true correct safe possible', 'false incorrect unsafe dangerous impossible'],
    [
      'open opens opened opening start started began begin begins launched',
      'close closes closed closing end ends ended stop stopped ceased',
    ],
  ])('of any of "%s" is any of "%s", and nothing where both stand', (left, right) => {
    const [mine, theirs] = [left.split(' '), right.split(' ')];
    const sentence = (word: string) => `the council ${word} bakery taxes`;
    const turned = (statement: string, quote: string) => facts(sentence(statement), sentence(quote)).includes(opposite);
    for (const word of mine) expect([word, turned(word, theirs[0]!)]).toEqual([word, true]);
    for (const word of theirs) {
      expect([word, turned(word, mine[0]!)]).toEqual([word, true]);
      expect([word, turned(mine[0]!, word)]).toEqual([word, true]);
      expect([word, turned(word, word)]).toEqual([word, false]);
      expect([word, turned(`${word} ${mine[0]}`, mine[0]!), turned(mine[0]!, `${word} ${mine[0]}`)]).toEqual([
        word,
        false,
        false,
      ]);
    }
  });

  it('is no other word that only holds one of them', () => {
    for (const [statement, quote] of [
      ['the comrose bakery', 'the council fell'],
      ['council prices', 'unfallen council'],
    ])
      expect(facts(statement!, quote!)).not.toContain(opposite);
  });

  it('is also "at least" for "at most"', () => {
    expect(facts('the council has at least nine bakers', 'the council has at most nine bakers')).toContain(opposite);
  });
});

describe('a denial', () => {
  const sentences: [string, string, string][] = [
    ['not', 'The works did not open', 'The works did open'],
    ['no', 'No works open', 'Works open'],
    ['never', 'The works never opened', 'The works opened'],
    ['none', 'None opened works', 'They opened works'],
    ['neither', 'Neither works opened', 'Both works opened'],
    ['nor', 'Nor opened the works', 'So opened the works'],
    ['without', 'The works opened without heat', 'The works opened with heat'],
    ['cannot', 'The works cannot open', 'The works can open'],
    ["n't", "The works didn't open", 'The works did open'],
    ['n’t', 'The works didn’t open', 'The works did open'],
    ['nicht', 'Das Werk wurde nicht eröffnet', 'Das Werk wurde eröffnet'],
    ['kein', 'Das ist kein Werk der Stadt', 'Das ist ein Werk der Stadt'],
    ['keine', 'Keine Werke der Stadt öffnen', 'Werke der Stadt öffnen'],
    ['nie', 'Das Werk der Stadt wurde nie eröffnet', 'Das Werk der Stadt wurde eröffnet'],
    ['niemals', 'Das Werk wurde niemals eröffnet', 'Das Werk wurde eröffnet'],
    ['ohne', 'Das Werk öffnet ohne Wärme', 'Das Werk öffnet mit Wärme'],
    ['jamais', 'Le port est jamais ouvert', 'Le port est ouvert'],
    ['aucun', 'Aucun port est ouvert', 'Le port est ouvert'],
    ['aucune', 'Aucune usine est ouverte', 'Une usine est ouverte'],
    ['sans', 'Le port est ouvert sans bateau', 'Le port est ouvert avec bateau'],
    ['nunca', 'El puerto nunca abre', 'El puerto abre'],
    ['ningún', 'Es de ningún puerto', 'Es de un puerto'],
    ['ninguna', 'Es de ninguna casa', 'Es de una casa'],
    ['sin', 'El puerto abre sin barcos', 'El puerto abre con barcos'],
  ];
  test.each(sentences)('by "%s" must stand on both sides', (_word, denied, said) => {
    expect([facts(denied, said).includes(denial), facts(said, denied).includes(denial)]).toEqual([true, true]);
    expect([facts(denied, denied), facts(said, said)].flat()).not.toContain(denial);
  });

  it('is no other word that holds one', () => {
    for (const word of ['notes', 'nothing', 'another', 'piano', 'Nora', 'Norway', 'noon'])
      expect(facts(`The works sold ${word}`, `The works sold ${word} and heat`)).not.toContain(denial);
    expect(facts('The works opened', 'Notes of another piano: the works opened')).not.toContain(denial);
  });

  it('of one thing may stand in a quote that states another', () => {
    const quote = 'The works did not open in May. They opened in June.';
    expect(facts('The works opened in June', quote)).not.toContain(denial);
    expect(facts('The works opened', ['The works did not open.', 'The works did open.'])).not.toContain(denial);
    expect(facts('The works opened', ['The works did not open.', 'They never opened.'])).toContain(denial);
    expect(facts('The works never opened', ['The works opened.', 'They never opened.'])).not.toContain(denial);
  });
});

describe('a name', () => {
  const names = (statement: string, quote: string, around: string[] = []) =>
    facts(statement, quote, around).filter((reason) => reason.endsWith('is not in the source'));

  it.each([
    ['that stands nowhere is missing', 'The works of Brevik opened', ['"Brevik" is not in the source']],
    ['stands in another form', 'The works of Anholms opened', []],
    [
      'is each that is missing',
      'Brevik and Selm opened',
      ['"Brevik" is not in the source', '"Selm" is not in the source'],
    ],
    [
      'is no word that joins sentences',
      'However, the works opened. Moreover they supply heat: Additionally they opened',
      [],
    ],
    ['is a word behind a mark that says something', 'The works opened. Boats came', ['"Boats" is not in the source']],
    [
      'is one in the middle that only joins at the start',
      'The works However opened',
      ['"However" is not in the source'],
    ],
    ['is no single letter', 'The works X opened', []],
    ['is none for what says nothing', 'They opened. The works of It opened', ['"It" is not in the source']],
  ])('%s', (_, statement, expected) =>
    expect(names(statement, 'the works of Anholm opened and supply heat')).toEqual(expected),
  );

  it('may stand in the title or the text around the quote', () => {
    const quote = 'the works opened and supply heat';
    expect(names('The works of Brevik opened', quote, ['', 'A history of Brevik'])).toEqual([]);
  });

  it('is in German what stands in capitals, for every noun has one', () => {
    const quote = 'Das Werk der Stadt wurde im Frühjahr eröffnet und es liefert nun die Wärme.';
    expect(names('Das Werk der Gemeinde wurde nicht von der ABB eröffnet', quote)).toEqual([
      '"ABB" is not in the source',
    ]);
  });
});

describe('wording', () => {
  it('is apart from facts, for a model may judge it', () => {
    const told = judge('these gardens attract wonderful visitors', 'the works supplied heat to homes');
    expect(told.facts).toEqual([]);
    expect(told.wording).toContain('too few of its words are in the quote');
    expect(judge('The works supplied heat', 'The works supplied heat to homes.')).toEqual({ facts: [], wording: [] });
    const both = judge('The works supplied 12 gardens', 'The works supplied heat to homes.');
    expect(both.facts).toEqual(['"12 gardens" is not in the quote']);
    expect(both.wording).toEqual(['"gardens" is not in the sentence it rests on']);
    const evidence = { quotes: ['The works supplied heat to homes.'], surroundings: [] };
    expect(statementProblems('The works supplied 12 gardens', evidence)).toEqual([...both.facts, ...both.wording]);
  });

  it('holds half of the telling words, or more', () => {
    const few = (statement: string) =>
      judge(statement, 'le port de Selm fournit la chaleur').wording.includes('too few of its words are in the quote');
    expect([few('le port fournit les jardins'), few('le port des jardins dans la montagne')]).toEqual([false, true]);
    expect(few('')).toBe(true);
  });

  it.each(['https://selm.example', 'http://selm.example', 'www.selm.example', 'ftp://selm.example', 'HTTPS://SELM'])(
    'never holds an address: %s',
    (address) => {
      expect(facts(`see ${address}`, `see ${address}`)).toContain('it names an address');
    },
  );

  it('says what a figure counts', () => {
    const swapped = facts('It has 12 turbines and 8 megawatts', 'It has 8 turbines and 12 megawatts.');
    expect(swapped).toEqual(['"12" counts something else in the quote', '"8" counts something else in the quote']);
  });
});

describe('a mixture of quotes', () => {
  const evidence = [
    { quote: 'The Anholm works supply 1,234 homes.', surroundings: ['Heat in Selm'] },
    { quote: 'They supply 777 homes.', surroundings: ['The Brevik works'] },
  ];

  it.each([
    ',',
    ';',
    ' and',
    ' while',
    ' whereas',
    ' but',
    ' und',
    ' während',
    ' et',
    ' tandis que',
    ' y',
    ' mientras',
  ])('is looked for in each clause, joined by "%s"', (joint) => {
    const clauses = (first: string, second: string) => mixedClauses(`${first}${joint} ${second}`, evidence);
    expect(clauses('Anholm supplies 1,234 homes', 'Brevik supplies 777 homes')).toEqual([]);
    expect(clauses('Anholm supplies 1,234 homes', 'Brevik supplies 1,234 homes')).toEqual([
      'Brevik supplies 1,234 homes',
    ]);
  });

  it('is none of clauses without figures, of names around a quote, or of one quote alone', () => {
    expect(mixedClauses('Brevik is near Anholm', evidence)).toEqual([]);
    expect(mixedClauses('Selm has 1,234 homes', evidence)).toEqual([]);
    expect(mixedClauses('Selm has 777 homes', evidence)).toEqual(['Selm has 777 homes']);
    expect(mixedClauses('Anholm supplies 777 homes', evidence.slice(0, 1))).toEqual([]);
  });
});

describe('a sentence of a report', () => {
  const sources: Source[] = ['Works of Selm', 'Works of Brevik'].map((title, index) => ({
    url: `https://${index}.example/`,
    title,
    contentHash: `${index}`,
    fetchedAt: 0,
    fileId: null,
  }));
  const claim = (quote: string, source: number): Claim => ({
    id: `c${source}`,
    text: quote,
    quote,
    start: 0,
    end: quote.length,
    paragraph: `${quote} This is so since Nordal came.`,
    source,
    question: 0,
    score: 1,
    verified: 'quoted',
  });
  const claims = [claim('The works supply 1,234 homes.', 0), claim('The works supply 777 homes.', 1)];

  it('stands on the claims it names, with names from their paragraphs and titles', () => {
    expect(judgeSentence('The works of Selm supply 1,234 homes.', claims, sources).facts).toEqual([]);
    expect(judgeSentence('The works of Nordal supply 777 homes.', claims, sources).facts).toEqual([]);
    expect(judgeSentence('The works of Jarl supply 777 homes.', claims, sources).facts).toEqual([
      '"Jarl" is not in the source',
      '"The works of Jarl supply 777 homes." mixes what different sources say',
    ]);
    expect(
      judgeSentence('The works of Selm supply homes.', [claim('The works supply homes.', 7)], sources).facts,
    ).toEqual(['"Selm" is not in the source']);
  });

  it('does not mix what they say', () => {
    const mixed = 'The works of Selm supply 777 homes.';
    const problem = `"${mixed}" mixes what different sources say`;
    expect(judgeSentence(mixed, claims, sources).facts).toEqual([problem]);
    expect(sentenceProblems(mixed, claims, sources)).toContain(problem);
    const foreign = 'these gardens attract wonderful visitors';
    const { facts: found, wording } = judgeSentence(foreign, claims, sources);
    expect([found, wording.length > 0]).toEqual([[], true]);
    expect(sentenceProblems(foreign, claims, sources)).toEqual(wording);
  });
});
