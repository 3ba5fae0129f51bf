import { isDenied } from '../statements/denial.ts';
import { typedWithoutAccents } from '../text/typed-without-accents.ts';
import type { Inquiry } from './inquiry.ts';

// bounded: every pattern of this file sees a question, a sentence or a part of one, at most 2,000 characters

const unit =
  '(?:seconds?|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|fortnights?|months?|years?|sekunden?|minuten?|stunden?|tagen?|tage?|wochen?|monaten?|jahren?|jahre?|segundos?|minutos?|horas?|días?|noches?|semanas?|meses|mes|años?|secondes?|heures?|jours?|nuits?|semaines?|mois|ans?|années?)';
const word =
  '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|fifteen|twenty|thirty|forty|sixty|ninety|half|an?|ein\\p{L}*|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|deux|trois|quatre|cinq|sept|huit|neuf|dix)';
const month =
  '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic|mär|mai|okt|dez|fév|avr|juin|juil|aoû|déc)\\p{L}*';

const forms = {
  mail: /\S@\S/u,
  phone: /(?<![\d.,])\+?\(?\d[\d\s()/.-]{6,}\d/u,
  web: /\b(?:www\.|https?:)|\b[\p{L}\d-]+\.(?:com|org|net|eu|de|fr|es|it|uk|example|io)\b/iu,
  percent: /\d\s?(?:%|per ?cent|prozent|por ciento|pour ?cent)/iu,
  money:
    /[$€£¥₹]|\b(?:EUR|USD|GBP|CHF|INR|Rs)\b|\d\s?(?:euros?|pounds?|dollars?|francs?|franken|pence|cents?|rupees?)\b|(?<![\d.,:])\d+[.,]\d{2}(?![\d.,:])|\b(?:free|gratis|kostenlos|gratuit)/iu,
  span: new RegExp(`(?:\\d|\\b${word})[\\s-]?${unit}(?!\\p{L})`, 'iu'),
  time: new RegExp(
    `(?<![\\d.,])(?:1[89]\\d\\d|20\\d\\d)(?!\\d)|\\d{1,2}[./-]\\d{1,2}[./-]?|\\d{1,2}[:h]\\d{2}|\\d\\s?(?:[ap]\\.?m\\b|uhr\\b|h\\b|o.clock)|\\d(?:st|nd|rd|th)\\b|\\d{1,2}\\.? (?:de |of )?${month}|\\b${month}\\.? \\d|\\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?|\\b(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lunes|martes|miércoles|jueves|viernes|sábado|domingo|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)|\\b(?:noon|midnight|daily|weekly|monthly|easter|christmas|spring|summer|autumn|winter|january|february|march|april|june|july|august|september|october|november|december)\\b`,
    'iu',
  ),
  total:
    /\b(?:(?:grand )?totals?|sum|altogether|in all|brutto|ttc|importe total|montant total)\b|\b(?:gesamt|insgesamt|end(?:betrag|summe|preis)|summe|rechnungsbetrag)/iu,
  age: /\b\d{1,2}\s?(?:\+|(?:or|and|years?|jahren?|años|ans)\b(?! of (?:age )?experience))|\b(?:under|over|aged?|from age|ab|unter|über|mayores de|menores de|plus de|moins de) (?:the age of )?\d{1,2}\b(?![.,:]\d|\s?(?:[%€$£]|uhr))|\b(?:born|geboren|nacid[oa]|née?) /iu,
  measure:
    /\d\s?(?:mm|cm|km|m|kg|g|l|ml|°|feet|ft|inch|inches|miles?|yards?|met(?:er|re)s?|lit(?:er|re)s?|tonnes?|gallons?|kwh|kw|w|x)\b|\d\s?[°"]/iu,
  figure: new RegExp(`\\d|\\b${word.replace('|an?|ein\\\\p{L}*', '').replace('|un[oa]?', '')}\\b`, 'iu'),
  name: /(?<=[\p{L}\d,;:(|)’'&]\s)(?!(?:The|A|An|In|On|At|It|If|We|You|Der|Die|Das|El|La|Los|Le|Les)\b)\p{Lu}\p{L}+|\b(?:Mr|Mrs|Ms|Dr|Herr|Frau|Sr|Sra)\b/u,
  reason:
    /\b(?:because|since|due to|owing to|thanks to|so that|in order|therefore|thus|hence|as a result|result(?:s|ed|ing)?|reasons?|caus(?:e|es|ed|ing)|led to|while|after|to|as|for|porque|ya que|debido|por|para|weil|denn|da|wegen|damit|um|deshalb|grund|parce|car|afin|raison|pour)\b/iu,
  place:
    /\b(?:in|at|on|near|behind|beside|opposite|corner|street|road|lane|room|hall|house|floor|im|am|an der|in der|neben|straße|en|calle|à|au|dans|rue|chez)\b/iu,
  colour:
    /\b(?:black|white|red|blue|green|yellow|brown|gr[ae]y|orange|purple|pink|silver|gold|schwarz|weiß|rot|blau|grün|gelb|braun|grau|negro|blanco|rojo|azul|verde|noir|blanc|rouge|bleu|vert)\w*\b/iu,
} as const;

/** The first that fits says what form the answer has. */
const asks: readonly [asked: RegExp, form: keyof typeof forms][] = [
  [/\be-?mail\b|\bcorreo\b|\bcourriel\b/iu, 'mail'],
  [
    /\b(?:phone|telephone|mobile|fax|ring up|whom do i (?:ring|call)|who do i (?:ring|call)|telefon\w*|handy\w*|rufnummer|teléfono|móvil|téléphone)\b|\bnumber\b.*\b(?:call|ring|reach)\b|\b(?:call|ring|reach)\b.*\bnumber\b/iu,
    'phone',
  ],
  [/\b(?:website|web address|homepage|url|webseite|página web|site web)\b/iu, 'web'],
  [/\b(?:percent|per cent|percentage|share|prozent\w*|anteil|porcentaje|pourcentage)\b/iu, 'percent'],
  [
    /\btotals?\b(?=.*\b(?:cost|pay|price|bill|due|amount|spen[dt]))|\b(?:cost|pay|price|amount|due|come|comes)\b.*\b(?:total|altogether|in all|all in|all together)\b|\b(?:in total|altogether|all in all|gesamt(?:betrag|preis|summe|kosten)|insgesamt|unterm strich|das ganze|alles zusammen|en total|au total|tout compris)\b/iu,
    'total',
  ],
  [
    /\bhow old\b|\b(?:what|which|minimum|least) age\b|\bage (?:limit|group)\b|\bwie alt\b|\balter\b|\bedad\b|\bcuántos años\b|\bquel âge\b/iu,
    'age',
  ],
  [
    /\b(?:price[sd]?|costs?|fees?|pay|pays|paid|rent|salary|wage|fares?|deposit|budget|expensive|cheap\w*|dearest|charge[ds]?|money|earn\w*|spen[dt]|owe[ds]?|refund|quote[ds]?|amount|preis\w*|kosten|kostet\w*|teuer|betrag|miete|gebühr\w*|zahl(?:en|t|e)|bezahl\w*|cuestan?|precios?|coste|pagar|vale|dinero|importe|prix|coûten?t?|tarifs?|montant|caution|payer)\b|preis\b/iu,
    'money',
  ],
  [
    /\bhow (?:long|soon|often)\b|\bwie (?:lange|oft)\b|\bcuánto (?:tiempo|dura)|\bcombien de temps\b|\bnotice\b/iu,
    'span',
  ],
  [
    /\bwhen\b|\b(?:what|which|on what|by what|until what) (?:time|day|date|month|year|weekday)\b|\b(?:until|since|by) when\b|\bdeadline\b|\bexpir|\bwann\b|\bwelche[mnrs]? (?:tag|datum|wochentag|monat|jahr|uhrzeit)|\bcuándo\b|\ba qué hora\b|\bqué día\b|\bquand\b|\bquelle heure\b|\bwas ist das datum\b/iu,
    'time',
  ],
  [
    /\bhow (?:far|deep|high|tall|wide|heavy|big|large|warm|hot|cold)\b|\bmileage\b|\bwie (?:weit|tief|breit|schwer|groß|warm)(?!\p{L})|\bdistance\b/iu,
    'measure',
  ],
  [/\bcolou?r\b|\bfarbe\b|\bcolor\b|\bcouleur\b/iu, 'colour'],
  [
    /\bhow (?:many|much)\b|\bnumber of\b|\btotal\b|\bwie (?:viele?|hoch)\b|\bwieviele?\b|\bcuánt|\bcombien\b|\bquant/iu,
    'figure',
  ],
  [/\bwho(?:m|se)?\b|\bwer\b|\bwen\b|\bwem\b|\bwessen\b|\bquién(?:es)?\b|\b(?:à )?qui\b/iu, 'name'],
  [/\bwhy\b|\bwhat (?:caused|is the reason)\b|\bwarum\b|\bwieso\b|\bweshalb\b|\bpor qué\b|\bpourquoi\b/iu, 'reason'],
  [/\bwhere\b|\bwo\b|\bwohin\b|\bdónde\b|\boù\b/iu, 'place'],
];

const asksAsTyped = asks.map(([asked, form]) => [typedWithoutAccents(asked), form] as const);

/** Forms that so many sentences have that having it says little. */
const common: ReadonlySet<keyof typeof forms> = new Set(['name', 'reason', 'place', 'figure']);

/** Their names, in the order of numbers that stand for them. */
const formNames = [...new Set(asks.map(([, form]) => form))];

/** The form that a question asks for: a number that stands for it, and what has it; undefined: any form. */
export function askedForm(inquiry: Pick<Inquiry, 'question'>): AskedForm | undefined {
  const form = formNameOf(inquiry);
  if (form === undefined) return undefined;
  return { number: formNames.indexOf(form), pattern: forms[form], isOwn: !loose.has(form) };
}

/** "When must the rent be paid?" speaks of money and asks for a day. */
function formNameOf({ question: { text, kind } }: Pick<Inquiry, 'question'>): keyof typeof forms | undefined {
  const asksElse = /^(?:who|whose|when|where|why|yes-no)$/.test(kind);
  return asksAsTyped.find(([asked, form]) => !(asksElse && form === 'money') && asked.test(text))?.[1];
}

interface AskedForm {
  number: number;
  pattern: RegExp;
  /** What lacks it is no answer. */
  isOwn: boolean;
}

/** An answer may have these in words that the patterns do not know. */
const loose: ReadonlySet<keyof typeof forms> = new Set(['reason', 'place', 'figure', 'total']);

/** How well a stretch of text has the form that a question asks for: 1 has it, 0.5 a form that most have, 0 not; undefined: any form. */
export function formFit(inquiry: Pick<Inquiry, 'question'>): ((text: string) => number) | undefined {
  const form = formNameOf(inquiry);
  if (form === undefined) return undefined;
  const fits = common.has(form) ? 0.5 : 1;
  return (text) => (forms[form].test(text) ? fits : 0);
}

/** Forms that what is told must have: a sum is no answer without a figure, a colour none without one. */
const needed: ReadonlySet<keyof typeof forms> = new Set([
  'money',
  'percent',
  'colour',
  'phone',
  'mail',
  'web',
  'measure',
]);
const differs =
  /\bhow (?:much|many) (?:more|less|fewer|\p{L}{3,}er)\b|(?<!\p{L})(?:um )?wie ?viele? (?:mehr|weniger|\p{L}{3,}er)(?!\p{L})|(?<!\p{L})cuánt[oa]s? (?:más|menos)(?!\p{L})|(?<!\p{L})combien (?:de )?(?:plus|moins)(?!\p{L})/iu;
const marked = /[$€£¥₹]\s?\d|\d\s?(?:[$€£¥₹]|EUR|USD|GBP|CHF)/u;
const tellsDifference =
  /(?<!\p{L})(?:more|less|fewer|difference|\p{L}{3,}er than|mehr|weniger|unterschied|\p{L}{3,}er als|más|menos|diferencia|plus|moins|différence)(?!\p{L})/iu;

/** Whether a passage lacks what any answer would have: the form that is asked for, or a word of the difference between two. */
export function lacksForm({ question, material }: Pick<Inquiry, 'question' | 'material'>, text: string): boolean {
  const form = formNameOf({ question });
  if (differs.test(question.text) && !tellsDifference.test(text)) return true;
  if (form === undefined || !needed.has(form) || forms[form].test(text)) return false;
  // "There is no charge" answers how much it is.
  if (form === 'colour') return true;
  // Where sums bear a currency, other figures are none.
  const isMarked = form === 'money' && material.documents.some((document) => marked.test(document.text));
  return !((!isMarked && /\d/.test(text)) || isDenied(text));
}
