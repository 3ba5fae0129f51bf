import { detectAmong } from '@parley/text';

/** Closed classes of words. */
export type WordClass =
  | 'article'
  | 'preposition'
  | 'conjunction'
  | 'pronoun'
  | 'auxiliary'
  | 'question'
  | 'negation'
  | 'particle';

/** Languages whose closed classes are known; of any other language the reader knows the letters only. */
const languages = ['en', 'es', 'de', 'fr', 'it', 'pt', 'zh'] as const;
export type Language = (typeof languages)[number];

const lists: Record<Language, Partial<Record<WordClass, string>>> = {
  en: {
    article: 'a an the this that these those',
    preposition: `of in on at to for from by with about into onto over under between among through during before after against within without
      upon across toward towards behind beyond near since until till via per off above below around along throughout despite`,
    conjunction: 'and or but nor so yet although though because if while whereas as than unless',
    pronoun: `i you he she it we they me him her us them my your his its our their mine yours hers ours theirs myself himself herself itself
      themselves one ones other others such same any some each every both either neither all there here someone something anyone anything`,
    auxiliary: `be is are was were been being am do does did done have has had having will would shall should can could may might must`,
    question: 'who whom whose what which when where why how',
    negation: "not no never none nothing nobody n't",
    particle:
      'also too very more most much many just only even then thus however therefore used like well up out down away please',
  },
  es: {
    article: 'el la los las un una unos unas este esta estos estas ese esa esos aquel aquella lo',
    preposition: 'de en a al del por para con sin sobre entre hacia desde hasta durante según contra tras ante bajo',
    conjunction: 'y e o u pero sino aunque porque si mientras que como ni pues',
    pronoun: `yo tú él ella ello nosotros ellos ellas me te se le les nos su sus mi mis tu tus nuestro nuestra otro otra otros otras mismo misma`,
    auxiliary:
      'es son era eran fue fueron ser sido está están estaba estaban ha han había habían haber hay puede pueden hacer hizo hace',
    question: 'qué quién quiénes cuál cuáles cuándo cuánto cuánta cuántos cuántas dónde adónde cómo',
    negation: 'no nunca jamás nada nadie ningún ninguno ninguna tampoco',
    particle: 'muy más menos también ya así solo sólo además tan',
  },
  de: {
    article: 'der die das den dem des ein eine einen einem einer eines dieser diese dieses diesem diesen',
    preposition: `von zu mit bei nach aus auf an für über unter um durch gegen ohne zwischen während seit vor in im am zum zur vom beim ins ans`,
    conjunction: 'und oder aber sondern denn weil obwohl wenn dass als ob wie',
    pronoun: `ich du er sie es wir ihr mich dich sich uns euch ihn ihm ihnen mein dein sein seine seinen seiner seinem ihre ihren ihrer ihrem
      man andere anderen anderer unser`,
    auxiliary: `ist sind war waren wird werden wurde wurden worden sein hat haben hatte hatten kann können konnte konnten gibt gab muss`,
    question: `wer wen wem wessen was welche welcher welches welchen welchem wann wo wohin woher warum wieso wieviel wieviele wofür womit wodurch worin`,
    negation: 'nicht kein keine keinen keiner keinem nie niemals nichts niemand',
    particle: 'sehr mehr auch nur noch schon sowie etwa viele viel',
  },
  fr: {
    article: 'le la les un une des du ce cette ces cet l d',
    preposition: 'de à dans sur avec pour par chez vers sous entre au aux sans depuis pendant avant après contre en',
    conjunction: 'et ou mais donc ni car que si comme quand',
    pronoun: 'je tu il elle nous vous ils elles on son sa ses leur leurs se me te lui y autre autres même',
    auxiliary: 'est sont était étaient été être a ont avait avaient avoir peut peuvent fait faut doit doivent',
    question: 'qui quoi quel quelle quels quelles où pourquoi comment combien',
    negation: 'ne pas jamais aucun aucune rien personne non',
    particle: 'très plus moins aussi déjà ainsi seulement',
  },
  it: {
    article: 'il lo la i gli le un uno una questo questa questi queste',
    preposition: 'di a da in con su per tra fra del della dei delle dello nel nella nei dal dalla al alla ai sul sulla',
    conjunction: 'e ed o ma che se perché come mentre',
    pronoun: 'io tu lui lei noi voi loro si mi ti ci suo sua suoi sue altro altra altri',
    auxiliary: 'è sono era erano essere stato stata ha hanno aveva avevano può possono',
    question: 'chi cosa quale quali quando dove quanto quanti quante',
    negation: 'non né mai niente nulla nessuno nessuna',
    particle: 'molto più anche già solo così',
  },
  pt: {
    article: 'o a os as um uma uns umas este esta estes estas esse essa',
    preposition: 'de em a para por com sem sobre entre até desde do da dos das no na nos nas pelo pela ao à',
    conjunction: 'e ou mas que se porque como enquanto',
    pronoun: 'eu tu ele ela nós eles elas você se me te lhe seu sua seus suas outro outra outros',
    auxiliary: 'é são era eram foi foram ser sido está estão tem têm tinha há pode podem',
    question: 'quem qual quais quando onde quanto quantos quantas quê',
    negation: 'não nunca nada ninguém nenhum nenhuma',
    particle: 'muito mais também já só assim',
  },
  zh: {
    article: '这 那 该 此 这个 那个 这些 那些 一个 一种 一',
    preposition: '在 从 由 对 为 以 于 与 向 至 到 被 把 给 关于 中 上 下 里 后 前 时 之',
    conjunction: '和 或 及 但 但是 而 并 并且 以及 因为 所以 如果 虽然',
    pronoun: '他 她 它 他们 她们 它们 我 你 我们 其 自己',
    auxiliary: '是 有 会 能 可以 了 的 地 得 着 过 吗 呢 所',
    question:
      '谁 什么 哪 哪个 哪些 哪里 哪儿 哪一 何时 何 多少 几 为什么 怎么 怎样 如何 为何 何处 哪种 哪位 哪年 多大 多长',
    negation: '不 没 没有 未 无',
    particle: '也 都 还 就 只 很 最 更 个 种 位',
  },
};

const tables = new Map<Language, Map<string, WordClass>>();

/** The closed class of a lower-case word; undefined for words with a meaning of their own. */
export function wordClass(lower: string, language: Language): WordClass | undefined {
  const found = tableOf(language).get(lower);
  if (found !== undefined || language !== 'en') return found;
  if (/n['’]t$/.test(lower)) return 'negation';
  return /['’](?:s|re|ve|ll|d|m)$/.test(lower) ? (lower.length <= 2 ? 'particle' : 'pronoun') : undefined;
}

/** The language, of those whose closed classes are known, that a text is in; English when nothing speaks for another. */
export function guessLanguage(text: string): Language {
  return detectAmong(text, languages) ?? 'en';
}

/** The language that a text is surely in; undefined when nothing speaks for one. */
export const languageSaid = (text: string): Language | undefined => detectAmong(text, languages) ?? undefined;

function tableOf(language: Language): Map<string, WordClass> {
  const found = tables.get(language);
  if (found) return found;
  const built = new Map<string, WordClass>();
  for (const [kind, words] of Object.entries(lists[language])) {
    for (const word of words.split(/\s+/))
      if (word !== '' && isWordClass(kind) && !built.has(word)) built.set(word, kind);
  }
  tables.set(language, built);
  return built;
}

function isWordClass(value: string): value is WordClass {
  return ['article', 'preposition', 'conjunction', 'pronoun', 'auxiliary', 'question', 'negation', 'particle'].includes(
    value,
  );
}
