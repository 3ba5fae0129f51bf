/** Numbers from zero on, a word each; left out is what is a word of another kind as well, such as the Spanish "once". */
const counting = {
  en: 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  de: '- - zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
  fr: '- - deux trois quatre cinq six sept huit neuf dix onze douze',
  es: '- - dos tres cuatro cinco seis siete ocho nueve diez - doce',
} as const;
export type CountingLanguage = keyof typeof counting;
const languages: readonly CountingLanguage[] = ['en', 'de', 'fr', 'es'];

const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ordinals = '- first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');

const cardinals = new Map(languages.map((language) => [language, listOf(language)]));

/** The number, 0 to 99, that a word in lower case names when one counts; undefined for any other word. */
export function cardinalOf(word: string, among: readonly CountingLanguage[] = languages): number | undefined {
  for (const language of among) {
    const value = cardinals.get(language)?.get(word);
    if (value !== undefined) return value;
  }
  const [ten = '', unit = '', ...rest] = word.split('-');
  const [left, right] = [tens.indexOf(ten), cardinals.get('en')?.get(unit) ?? 0];
  return rest.length === 0 && left >= 2 && right >= 1 && right <= 9 ? left * 10 + right : undefined;
}

/** The place, 1 to 10, that an English word in lower case names; undefined for any other word. */
export function ordinalOf(word: string): number | undefined {
  const place = ordinals.indexOf(word);
  return place > 0 ? place : undefined;
}

/** The words that count from `from` on, as alternatives for an expression; without those of two parts. */
export function cardinalPattern(among: readonly CountingLanguage[] = languages, from = 1): string {
  const words = among.flatMap((language) => [...(cardinals.get(language) ?? [])]);
  return words
    .flatMap(([word, value]) => (value >= from ? [word] : []))
    .sort((one, other) => other.length - one.length)
    .join('|');
}

function listOf(language: CountingLanguage): ReadonlyMap<string, number> {
  const listed = counting[language].split(' ').map((word, value): [string, number] => [word, value]);
  const higher = language === 'en' ? tens.map((word, ten): [string, number] => [word, ten * 10]) : [];
  return new Map([...listed, ...higher].filter(([word]) => word !== '-'));
}
