const wide = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/** Words that say nothing about what a text is about, in the languages most questions are asked in. */
const empty = new Set(
  (
    'a about after all also am an and any are as at be because been before being between both but by can could did do does ' +
    'for from had has have he her here him his how i if in into is it its just many may me might more most much my no nor ' +
    'not now of on or other our out over own please same she should so some such than that the their them then there these ' +
    'they this those to too under until up us very was we were what when where which while who whom whose why will with ' +
    'would you your tell explain describe list find give write report research compare summarize summarise overview ' +
    'der die das den dem des ein eine einer eines einem einen und oder aber wie was wer wo wann warum welche welcher ' +
    'welches ist sind war waren wird werden von vom zu zum zur mit bei auf für im in am an es sie er wir ihr nicht auch ' +
    'le la les un une des du de et ou mais que qui quoi où quand comment pourquoi est sont dans pour par sur avec ce cette ' +
    'el los las una unos unas y o pero qué quién dónde cuándo cómo por es son en con para del al se su ' +
    'il lo gli uno e di da che chi dove quando come perché sono nel nella per os as um uma não em no na'
  ).split(' '),
);

/** The words of a text, folded (case, accents, plural and verb endings) so that forms of one word agree. */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  const folded = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  for (const [word] of folded.matchAll(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu)) {
    if (wide.test(word)) terms.push(...pairs(word));
    else terms.push(stem(word.replace(/['’].*$/, '')));
  }
  return terms;
}

/** The words of a question that say what it is about; all of them when none does. */
export function tellingTerms(question: string): string[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
  const telling = words.filter((word) => !empty.has(word) && (word.length > 1 || wide.test(word)));
  return [...new Set(termsOf((telling.length > 0 ? telling : words).join(' ')))];
}

/** The same words as they were written, for a search box. */
export function searchWords(question: string): string {
  const words = question.match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu) ?? [];
  const telling = words.filter((word) => !empty.has(word.toLowerCase()));
  return (telling.length > 0 ? telling : words).join(' ');
}

/** Scripts without spaces are compared by pairs of characters. */
function pairs(word: string): string[] {
  const characters = [...word];
  if (characters.length < 2) return [word];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

function stem(word: string): string {
  if (word.length < 5 || /\d/.test(word)) return word;
  return word
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?:ingly|edly|ing|ed)$/, (ending) => (word.length - ending.length >= 4 ? '' : ending))
    .replace(/e$/, '');
}
