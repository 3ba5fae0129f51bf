import { sentencesOf } from '@parley/text';

/** What a parameter stands for, by the words of its name (first) and of its description. */
const roleWords: [role: string, words: string][] = [
  [
    'place',
    'location place area region address destination origin venue airport district neighborhood loc locations zone site',
  ],
  ['city', 'city cities town departure_city'],
  ['country', 'country countries nation'],
  ['state', 'state states province'],
  [
    'person',
    'person artist author actor actress player director composer user username president scientist singer patient employee performer painter sculptor who defendant plaintiff owner',
  ],
  [
    'group',
    'company companies team brand store organization firm platform service manufacturer airline hotel restaurant club band league university museum shop',
  ],
  [
    'title',
    'title book movie film song album game event show work name painting artwork sculpture product item dish recipe plant species animal topic subject',
  ],
  ['date', 'date day birthday birthdate dob when dates deadline'],
  ['time', 'time hour clock'],
  ['year', 'year years'],
  ['duration', 'duration period length_of term timeframe interval days weeks months minutes hours seconds'],
  ['count', 'count number num limit top max_results quantity amount size total results max times many'],
  [
    'money',
    'price amount budget income cost principal payment salary value investment revenue money fee dollars balance',
  ],
  ['rate', 'rate interest percentage percent probability ratio fraction yield discount'],
  ['unit', 'unit units scale'],
  ['language', 'language lang locale'],
  ['currency', 'currency currencies'],
  ['format', 'format'],
  ['id', 'id identifier code key number isbn ssn sku reference token ids'],
  ['email', 'email mail'],
  ['url', 'url link uri website endpoint address'],
  ['path', 'path file filename directory folder'],
  [
    'content',
    'text message content query body comment note sentence question prompt description keyword keywords term search input string data',
  ],
  [
    'category',
    'type category genre kind class style mode method model cuisine diet level option status color material sort order field sector industry',
  ],
  ['formula', 'function expression formula equation polynomial'],
  ['from', 'from start source origin departure begin initial base starting first original current'],
  ['to', 'to end target destination arrival final dest ending last new second'],
  ['least', 'min minimum lower low least above'],
  ['most', 'max maximum upper high most limit below'],
];

const wordRoles = new Map<string, string[]>();

/** Roles named by the name are marked `name:`, roles that only the description names `text:`. */
export function rolesOf(nameWords: string[], description: string): Set<string> {
  if (wordRoles.size === 0) {
    for (const [role, words] of roleWords)
      for (const word of words.split(' ')) wordRoles.set(word, [...(wordRoles.get(word) ?? []), role]);
  }
  const roles = new Set<string>();
  for (const word of nameWords) for (const role of rolesOfWord(word)) roles.add(`name:${role}`);
  const [first] = sentencesOf(description);
  const clause = first?.text.split(/;\s/)[0]?.toLowerCase() ?? '';
  for (const word of clause.match(/[a-z]+/g) ?? []) for (const role of rolesOfWord(word)) roles.add(`text:${role}`);
  return roles;
}

function rolesOfWord(word: string): string[] {
  return wordRoles.get(word) ?? wordRoles.get(word.replace(/s$/, '')) ?? [];
}
