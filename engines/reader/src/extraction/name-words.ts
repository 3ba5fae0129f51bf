/**
 * Legal forms of firms as they end names: the abbreviations in common use of the forms that ISO 20275 (entity legal forms, kept by GLEIF)
 * lists, by country. Full stops and spaces inside may be left out.
 */
const legalForms = [
  'Ltd Limited LLP PLC plc LLC Inc Incorporated Corp Corporation', // United Kingdom, Ireland, United States, Canada
  'Pty Pte Pvt Sdn Bhd', // Australia, South Africa; Singapore; India; Malaysia, Brunei
  'GmbH AG KG OHG KGaA gGmbH eG e.V. e.U. UG', // Germany, Austria, Switzerland
  'SARL SAS SASU EURL SNC SCI SCA', // France, Belgium, Luxembourg, Morocco
  'S.A. S.L. S.L.U. S.L.L. S.R.L. S.p.A. S.a.s. S.n.c.', // Spain, Italy, Switzerland, Latin America, Romania
  'Ltda Lda EIRELI S.A.S. SAPI', // Portugal, Brazil, Colombia, Mexico
  'S.A.deC.V. S.deR.L.', // Mexico
  'B.V. N.V. C.V. V.O.F. BVBA SRL', // Netherlands, Belgium
  'Oyj Oy Ab', // Finland, Sweden
  'ApS A/S ASA AS IVS hf. ehf.', // Denmark, Norway, Iceland
  'OÜ UAB SIA', // Estonia, Lithuania, Latvia
  'Kft Zrt Nyrt Bt', // Hungary
  's.r.o. a.s. spol.', // Czechia, Slovakia
  'Sp.z.o.o. Sp.j. Sp.k.', // Poland
  'd.o.o. d.d. j.d.o.o.', // Slovenia, Croatia, Serbia, Bosnia
  'EOOD OOD EAD', // Bulgaria
  'A.Ş. Ltd.Şti. Tic.', // Turkey
  'Tbk', // Indonesia
  'K.K. G.K. 株式会社 有限会社 合同会社 有限公司 股份有限公司 주식회사', // Japan, China, Taiwan, Korea
  'ООО ОАО ПАО ЗАО ТОВ', // Russia, Belarus, Ukraine
  'Α.Ε. Ε.Π.Ε. Ι.Κ.Ε.', // Greece
  'FZE FZCO FZ-LLC WLL', // Gulf states
];

/** Words of trades and of firms that stand in names without a legal form. */
const trades = `co company group holding holdings enterprise enterprises trading industries international service services restaurant
  cafe café hotel store shop market mart supermarket pharmacy clinic bakery solutions technologies systems consulting bank university
  foundation association`;

/** Words of addresses: kinds of streets, parts of buildings and of towns, in many languages. */
const addressWords = `street st road rd avenue ave boulevard blvd lane drive way square plaza court highway crescent terrace
  floor level suite unit building block lot estate rue place quai allée impasse chemin straße strasse str platz weg gasse allee
  calle avenida paseo carretera camino via viale piazza corso largo straat laan plein gracht rua travessa praça estrada
  ulica ul. aleja plac ulice náměstí utca út tér strada bulevardul gata gatan vägen väg vej gade gate veien katu tänav iela gatvė
  jalan jln lorong taman kawasan bandar persiaran menara kampung gang soi thanon улица ул. проспект площадь вулиця οδός λεωφόρος
  cadde caddesi sokak sokağı mahallesi marg nagar 丁目 番地`;

/** Names of streets that end in their kind: "Hauptstraße", "Kungsgatan". */
const streetEndings = 'straße strasse gasse platz allee straat laan gracht gatan vägen veien gade katu tänav utca';

/** A place where a legal form stands. */
export const legalForm = { test: (text: string): boolean => longForm.test(text) || shortForm.test(text) };
const formWords = legalForms.join(' ').split(' ');
const letters = (word: string): number => word.replace(/[^\p{L}]/gu, '').length;
const longForm = alone(
  formWords.filter((word) => letters(word) > 3),
  'iu',
);
/** Forms of few letters are words of some language: they count as they are written or in capitals, those of two letters at the end only. */
const shortForm = new RegExp(
  [
    alone(bothCases(formWords.filter((word) => letters(word) === 3)), 'u').source,
    alone(bothCases(formWords.filter((word) => letters(word) < 3)), 'u', '\\.?(?=\\s*(?:[,(]|$))').source,
  ].join('|'),
  'u',
);
const trade = alone(trades.split(/\s+/), 'iu');
const addressWord = alone(addressWords.split(/\s+/), 'iu');
const streetName = new RegExp(
  `\\p{L}{3}(?:${streetEndings.replaceAll(' ', '|')})(?!\\p{L})|\\bp\\.?o\\.? box\\b`,
  'iu',
);

/** Whether a text has what only names of firms have: a legal form or the word of a trade. */
export const namesFirm = (text: string): boolean => legalForm.test(text) || trade.test(text);

/** Whether a text has a word of postal addresses. */
export const namesStreet = (text: string): boolean => addressWord.test(text) || streetName.test(text);

function bothCases(words: readonly string[]): string[] {
  return [...new Set(words.flatMap((word) => [word, word.toUpperCase()]))];
}

/** One of some words where it stands by itself. Full stops may be left out of capitals or have a space behind them. */
function alone(words: readonly string[], flags: string, behind = '(?![\\p{L}])'): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(sourceOf).join('|')})${behind}`, flags);
}

function sourceOf(word: string): string {
  const isLower = word === word.toLowerCase();
  return word
    .replace(/ ?de(?=[CR]\.)/, ' ?de ?')
    .replace(/\.(?=.)/g, isLower ? '\\. ?' : '\\.? ?')
    .replace(/\.$/, '\\.?');
}
