import type { Family, Rule } from '../leave-out.ts';

/** `tables`: nothing of how passages are found changes. */
export interface AnswerFamily extends Family {
  part: 'rooms' | 'tables' | 'cells' | 'forms' | 'passages';
}

const ofTables = (file: string, name: string, gives = 'undefined'): Rule => ({
  file: `tables/${file}.ts`,
  name,
  gives,
});
const ofAnswers = (file: string, name: string, gives = 'undefined'): Rule => ({
  file: `answers/${file}.ts`,
  name,
  gives,
});
const never = (rule: Rule): Rule => ({ ...rule, gives: '/(?!)/u', isValue: true });
const part = (name: AnswerFamily['part'], families: Record<string, readonly Rule[]>): AnswerFamily[] =>
  Object.entries(families).map(([family, rules]) => ({ part: name, name: family, rules }));
/** A family for each entry of a list. */
const entries = (name: AnswerFamily['part'], rule: Rule, families: readonly string[]): AnswerFamily[] =>
  families.map((family, index) => ({
    part: name,
    name: family,
    rules: [{ ...rule, gives: `${rule.name}LeftOut.filter((_, at) => at !== ${index})`, isValue: true }],
  }));

export const answerFamilies: readonly AnswerFamily[] = [
  ...part('rooms', {
    'room: bills': [ofAnswers('answer-from-bill', 'answerFromBill')],
    'room: summaries': [ofAnswers('summarise', 'asksForSummary', 'false')],
    'room: arithmetic': [{ file: 'facts/arithmetic.ts', name: 'calculate', gives: 'undefined' }],
    'room: calendar': [{ file: 'facts/calendar.ts', name: 'answerAboutDates', gives: 'undefined' }],
  }),
  ...part('passages', {
    'implied words': [ofAnswers('implied-words', 'impliedStems', 'new Set()')],
    'titles above': [ofAnswers('read-material', 'isTitleAbove', 'false')],
    pronouns: [ofAnswers('read-material', 'opensWithPronoun', 'false')],
    'whole names in rows': [ofTables('names-another', 'namesAnother', 'false')],
    'near: the line that leads': [ofAnswers('near-passages', 'leadTo', '[]')],
    'near: what stands beside': [ofAnswers('near-passages', 'stretchAround', '({ from: given[0], to: given[0] })')],
    'veto: form': [ofAnswers('asked-form', 'lacksForm', 'false')],
    'veto: another sort': [ofAnswers('of-another-sort', 'isOfAnotherSort', 'false')],
    'veto: no such year': [ofAnswers('of-another-sort', 'isOfNoYearThere', 'false')],
    'part of a short text': [ofAnswers('judge-claim', 'partsOf', '[]')],
  }),
  ...part('tables', {
    'rows of closing totals': [ofTables('data-table', 'closingRows', '0')],
    'all extremes': [ofTables('find-extreme', 'extreme', 'null'), ofTables('end-of-time', 'endOfTime', 'null')],
    'hints of headings': [ofTables('named-columns', 'hintedColumns', '[]')],
    'guard: value alone': [ofTables('stands-alone', 'standsAlone', 'true')],
  }),
  ...part('tables', {
    'all that tables tell': [ofTables('answer-from-tables', 'answerFromTables')],
    'cells and rows looked up': [ofTables('answer-table', 'looked', 'null')],
    'sums, means, medians': [ofTables('answer-table', 'aggregated', 'null')],
    'sums without a word for one': [ofTables('answer-table', 'asksSum', 'false')],
    'columns to add up that are not named': [ofTables('answer-table', 'unnamedColumn')],
    counts: [ofTables('answer-table', 'counted', 'null')],
    extremes: [ofTables('find-extreme', 'extreme', 'null')],
    'extremes: age and year of birth': [ofTables('find-extreme', 'asksMost', 'given[1].functions.has("max")')],
    'extremes: minimum and maximum columns': [ofTables('find-extreme', 'ofOneEnd', 'given[0]')],
    'first and last in time': [ofTables('end-of-time', 'endOfTime', 'null')],
    'columns by who does it': [ofTables('named-columns', 'isDoerOf', 'false')],
    'columns by their contrary (unpaid)': [ofTables('question-words', 'contraryStem')],
    'values of rows': [ofTables('value-conditions', 'valueConditions', '[]')],
    'values: two of one column': [ofTables('value-conditions', 'joined', 'false')],
    'values: all but one': [ofTables('value-conditions', 'isLeftOut', 'false')],
    'days, months, years': [ofTables('date-conditions', 'dateConditions', '[]')],
    'columns of yes and no': [ofTables('row-conditions', 'booleanConditions', '[]')],
    'verbs and fillers in German and Spanish': [never(ofTables('question-words', 'lightAbroad'))],
    'JSON as tables': [ofTables('json-tables', 'jsonTables', '[]')],
    'tables in texts': [ofTables('markdown-tables', 'markdownTables', '[]')],
    'guard: kind of the cell': [ofTables('answer-table', 'lacksAsked', 'false')],
    'guard: one heading over two columns': [ofTables('stands-alone', 'isTorn', 'false')],
    'guard: a value of the form that is asked for': [ofTables('stands-alone', 'hasForm', 'true')],
    'guard: names of the rows are no value': [ofTables('value-conditions', 'namesRows', 'false')],
  }),
  ...entries('tables', ofTables('question-words', 'headingHints'), [
    'hint: oldest → year',
    'hint: cheapest → price',
    'hint: longest → duration',
    'hint: heaviest → weight',
    'hint: coldest → temperature',
    'hint: fastest → speed',
    'hint: tallest → height',
    'hint: when → date',
    'hint: where → place',
  ]),
  ...part('forms', { 'form of the answer': [ofAnswers('asked-form', 'formFit')] }),
  ...entries(
    'forms',
    ofAnswers('asked-form', 'asksAsTyped'),
    'mail phone web percent total age money span time measure colour figure name reason place'
      .split(' ')
      .map((name) => `form: ${name}`),
  ),
];
