/** Words that a prompt must not hold. */
export interface BlockedTerms {
  /** For `details`: what the words are about. */
  topic: string;
  /** Prompts are refused for it up to this `safety_tolerance`; 6 is always. */
  refusedUpTo: number;
  /** Whole words or phrases, any case; `*` at the end takes every ending. */
  terms: readonly string[];
  /** When given, one of these must be there too. */
  together?: readonly string[];
}

const sexual = ['porn*', 'nude*', 'naked', 'nsfw', 'hentai', 'erotic*', 'topless', 'sex', 'sexual*', 'xxx', 'fetish*'];
const minors = ['child*', 'kid', 'kids', 'minor', 'minors', 'underage', 'preteen*', 'toddler*', 'schoolgirl*'];

/** The default list. It catches what is plainly said; it is no substitute for a vendor's moderation. */
const defaultBlockedTerms: readonly BlockedTerms[] = [
  {
    topic: 'sexual content with minors',
    refusedUpTo: 6,
    terms: sexual,
    together: [...minors, 'girl', 'girls', 'boy', 'boys', 'teen', 'teens', 'teenage*'],
  },
  { topic: 'sexual content with minors', refusedUpTo: 6, terms: ['lolicon', 'shotacon', 'child porn*', 'csam'] },
  { topic: 'sexual content', refusedUpTo: 4, terms: sexual },
  {
    topic: 'graphic violence',
    refusedUpTo: 3,
    terms: ['gore', 'gory', 'beheading*', 'beheaded', 'dismember*', 'disembowel*', 'mutilat*', 'torture*', 'snuff'],
  },
  {
    topic: 'self-harm',
    refusedUpTo: 5,
    terms: ['suicide', 'self-harm', 'self harm', 'cutting herself', 'cutting himself', 'hanging himself'],
  },
  { topic: 'hate', refusedUpTo: 5, terms: ['swastika*', 'ku klux klan', 'white power', 'heil hitler', 'nazi salute'] },
];

/** The lists that prompts are held against: ours unless the operator left it out, and the operator's own, at every tolerance. */
export function blockedTermLists(own: { useDefaultTerms: boolean; blockedTerms: readonly string[] }): BlockedTerms[] {
  const ofOperator = { topic: 'words that the operator does not allow', refusedUpTo: 6, terms: own.blockedTerms };
  return [...(own.useDefaultTerms ? defaultBlockedTerms : []), ofOperator];
}

/** The topics that a prompt touches at this tolerance. */
export function touchedTopics(prompt: string, safetyTolerance: number, lists: readonly BlockedTerms[]): string[] {
  // Compatibility forms and marks are folded, so that look-alike spellings are read as what they show.
  const text = ` ${prompt
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}-]+/gu, ' ')} `;
  const holds = (term: string) =>
    term.endsWith('*') ? text.includes(` ${term.slice(0, -1)}`) : text.includes(` ${term.toLowerCase()} `);
  const touched = lists.filter(
    ({ refusedUpTo, terms, together }) =>
      safetyTolerance <= refusedUpTo && terms.some(holds) && (together === undefined || together.some(holds)),
  );
  return [...new Set(touched.map(({ topic }) => topic))];
}
