import { stemEnglish } from './stem-english.ts';
import type { KnownLanguage } from './stop-words.ts';

/** Endings that come off, longest first, and how long what is left must be. Words are folded, so they carry no accents. */
const endings: Record<Exclude<KnownLanguage, 'en'>, { leave: number; list: string }> = {
  de: { leave: 4, list: 'ungen erung ungs lichen licher liches ung ern est lich isch heit keit en em er es e n s' },
  fr: {
    leave: 3,
    list: `issements issement issantes issants atrices ateurs ations ements ement ation ateur ismes istes euses ement ites ive ives ifs
      isme iste euse eux ances ance ences ence ables able ment ees ants ante ant ent ait ions iez er ez ee es e s x`,
  },
  es: {
    leave: 3,
    list: `amientos imientos amiento imiento aciones acion adoras adores idades mente idad adora ador ancias ancia encias encia istas
      ista ismos ismo ables able ibles ible osos osas oso osa ivos ivas ivo iva ando iendo aron ieron aban aba ados adas idos idas ado ada
      ido ida ar er ir es os as o a e s`,
  },
  it: {
    leave: 3,
    list: `amenti imenti amento imento azioni azione atrice atori mente ita ivi iva ivo ismi ismo isti ista oso osa osi ose anze anza enze
      enza abili abile ando endo ati ata ate ato iti ita ite ito are ere ire i e a o`,
  },
  pt: {
    leave: 3,
    list: `amentos imentos amento imento acoes acao adores adoras mente idades idade ador ancias ancia encias encia istas ista ismos ismo
      aveis avel iveis ivel osos osas oso osa ivos ivas ivo iva ando endo indo aram eram ados adas idos idas ado ada ido ida oes ar er ir
      es os as o a e s`,
  },
  nl: { leave: 4, list: 'heden ingen heid ing lijke lijk isch en e s t' },
  ru: {
    leave: 3,
    list: `иями ями ами иях ях ах ого его ому ему ыми ими ый ий ой ая яя ое ее ые ие ую юю ов ев ей ам ям ом ем ия ию ии ость ости
      остью ется ются ить ать ять еть ил ал ел ла ло ли ся а я о е у ю ы и ь й`,
  },
};

const tables = new Map<KnownLanguage, { leave: number; list: string[] }>();
const memorySize = 50_000;
/** No word of a language is longer; what is has no ending to take off, and would fill the memory. */
const longestWord = 80;
const memory = new Map<string, string>();

/** What the forms of a folded word share in its language; the word itself when the language is not known. */
export function stemWord(word: string, language: KnownLanguage | null): string {
  if (language === null || word.length < 4 || word.length > longestWord) return word;
  const key = `${language} ${word}`;
  const known = memory.get(key);
  if (known !== undefined) return known;
  if (memory.size >= memorySize) memory.clear();
  const stem = language === 'en' ? stemEnglish(word) : stripEnding(word, language);
  memory.set(key, stem);
  return stem;
}

function stripEnding(word: string, language: Exclude<KnownLanguage, 'en'>): string {
  const { leave, list } = tableOf(language);
  for (const ending of list) {
    if (word.length - ending.length >= leave && word.endsWith(ending)) return word.slice(0, -ending.length);
  }
  return word;
}

function tableOf(language: Exclude<KnownLanguage, 'en'>): { leave: number; list: string[] } {
  const found = tables.get(language);
  if (found) return found;
  const { leave, list } = endings[language];
  const made = { leave, list: list.split(/\s+/).sort((a, b) => b.length - a.length) };
  tables.set(language, made);
  return made;
}
