import { below, pick, type Random } from '../seeded.ts';
import { type Shape, written } from './shape.ts';

const vocabularies: Record<string, string> = {
  English:
    'the a of and river company report invoice customer delivered in March walking quickly because nobody knew where machines were kept under warranty for two years except batteries Anna Smith manager Berlin price contract ends terminated notice whether',
  German:
    'der die das und Vertrag Kündigungsfrist beträgt drei Monate Rechnung Lieferung wurde am Donnerstag geprüft weil Geschäftsführerin Müller Straße größer Donaudampfschifffahrtsgesellschaft nicht ohne zwischen Wärmepumpe kostet',
  French:
    "le la les et contrat facture livraison l'entreprise aujourd'hui été où garçon naïf qu'elle prochaine réunion vingt-deux d'accord parce que société directeur général payé",
  Spanish:
    'el la los y contrato factura entrega empresa mañana año niño también porque reunión señora García cuánto cuesta pagado dirección teléfono según',
  Russian:
    'и в не на договор счёт поставка компания сегодня потому что директор Иванова город Москва цена составляет рублей который между',
  Greek: 'και το η σύμβαση τιμολόγιο παράδοση εταιρεία σήμερα επειδή διευθυντής Αθήνα τιμή είναι ευρώ μεταξύ',
  Arabic: 'في من على العقد الفاتورة التسليم الشركة اليوم لأن المدير القاهرة السعر هو دينار بين الذي',
  Hebrew: 'של את על החוזה החשבונית המשלוח החברה היום כי המנהלת ירושלים המחיר הוא שקל בין אשר',
  Hindi: 'और में की अनुबंध चालान कंपनी आज क्योंकि निदेशक दिल्ली मूल्य है रुपये के बीच जो',
  Korean: '계약 송장 배달 회사 오늘 때문에 이사 서울 가격은 원입니다 사이에 그리고 누구',
  Turkish: 've bir sözleşme fatura teslimat şirket bugün çünkü müdür İstanbul fiyatı lira arasında ığdır',
};

/** Sentences of words of one language, with figures and names among them. */
export const wordShapes: readonly Shape[] = [
  ...Object.entries(vocabularies).map(([language, words]) => {
    const list = words.split(' ');
    return written(`${language} words`, (random, i) => `${pick(random, list)}${after(random, i)}`);
  }),
  written(
    'Chinese without spaces',
    (random) => letters(random, 0x4e00, 3000, 9) + pick(random, ['，', '。', '、', '』']),
  ),
  written('Japanese without spaces', (random) => letters(random, 0x3042, 80, 5) + letters(random, 0x4e00, 900, 2)),
  written('Thai without spaces', (random) => letters(random, 0x0e01, 46, 7)),
  written('words of all languages', (random, i) => {
    const list = pick(random, Object.values(vocabularies)).split(' ');
    return `${pick(random, list)}${after(random, i)}`;
  }),
  written('words that nobody knows', (random) => `${below(random, 1e9).toString(36)} `),
  written('one sentence without an end', (random) => `${pick(random, vocabularies.English?.split(' ') ?? [])} `),
  written('one long word', (random) => String.fromCharCode(97 + below(random, 26))),
  written('long words with hyphens', (random) => `${pick(random, ['co', 'multi', 'x', 'pre', 'state'])}-`),
  written('names', (random) => `${capital(random)}. ${capital(random)}${letters(random, 97, 26, 5)}, `),
  written('abbreviations', (random) => pick(random, ['e.g. ', 'i.e. ', 'U.S.A. ', 'No. ', 'Dr. ', 'z. B. ', 'p.m. '])),
  written('questions', (random) =>
    pick(random, ['Who is it? ', 'When and where? ', 'How many of them? ', 'Why not? ']),
  ),
];

function after(random: Random, index: number): string {
  const chance = random();
  if (chance < 0.08) return '. ';
  if (chance < 0.12) return ', ';
  if (chance < 0.14) return ` ${below(random, 100_000)} `;
  if (chance < 0.15) return '.\n\n';
  return index % 97 === 96 ? '? ' : ' ';
}

function letters(random: Random, first: number, count: number, length: number): string {
  return String.fromCharCode(...Array.from({ length }, () => first + below(random, count)));
}

function capital(random: Random): string {
  return String.fromCharCode(65 + below(random, 26));
}
