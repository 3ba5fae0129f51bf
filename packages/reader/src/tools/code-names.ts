/** Names of languages by their ISO 639-1 codes. */
export const languageCodes = new Map(
  `en english es spanish fr french de german it italian pt portuguese ru russian zh chinese ja japanese ko korean ar arabic hi hindi
  id indonesian tr turkish nl dutch pl polish sv swedish da danish fi finnish no norwegian el greek he hebrew th thai vi vietnamese
  uk ukrainian cs czech ro romanian hu hungarian bn bengali ta tamil te telugu ur urdu fa persian ms malay`
    .trim()
    .split(/\s+/)
    .flatMap((word, index, all): [string, string][] => (index % 2 === 0 ? [[word, all[index + 1] ?? '']] : [])),
);

/** Codes of currencies (ISO 4217) by what they are called. */
export const currencyCodes = new Map(
  `usd:us dollar|us dollars|united states dollar|american dollar|american dollars|dollar|dollars eur:euro|euros gbp:british pound|british pounds|pound sterling|pounds sterling
  jpy:japanese yen|yen cny:chinese yuan|yuan|renminbi inr:indian rupee|indian rupees|rupee|rupees cad:canadian dollar|canadian dollars aud:australian dollar|australian dollars
  chf:swiss franc|swiss francs nzd:new zealand dollar krw:korean won|won mxn:mexican peso|mexican pesos brl:brazilian real|reais rub:russian ruble|rubles
  sek:swedish krona nok:norwegian krone dkk:danish krone sgd:singapore dollar hkd:hong kong dollar try:turkish lira zar:south african rand thb:thai baht
  pln:polish zloty ils:israeli shekel aed:dirham php:philippine peso idr:indonesian rupiah vnd:vietnamese dong`
    .split(/\s+(?=[a-z]{3}:)/)
    .flatMap((entry): [string, string][] => {
      const [code = '', names = ''] = entry.trim().split(':');
      return names.split('|').map((name) => [name.trim().replace(/\s+/g, ' '), code.toUpperCase()]);
    }),
);

/** Countries by what is called after them. */
export const countriesByAdjective = new Map(
  `german:Germany french:France italian:Italy spanish:Spain portuguese:Portugal dutch:Netherlands belgian:Belgium swiss:Switzerland
  austrian:Austria polish:Poland czech:Czechia hungarian:Hungary greek:Greece turkish:Turkey russian:Russia ukrainian:Ukraine swedish:Sweden
  norwegian:Norway danish:Denmark finnish:Finland irish:Ireland scottish:Scotland british:United_Kingdom english:England welsh:Wales
  american:United_States canadian:Canada mexican:Mexico brazilian:Brazil argentine:Argentina argentinian:Argentina chilean:Chile
  peruvian:Peru colombian:Colombia cuban:Cuba japanese:Japan chinese:China korean:South_Korea indian:India pakistani:Pakistan
  indonesian:Indonesia thai:Thailand vietnamese:Vietnam filipino:Philippines malaysian:Malaysia australian:Australia egyptian:Egypt
  moroccan:Morocco nigerian:Nigeria kenyan:Kenya ethiopian:Ethiopia israeli:Israel iranian:Iran iraqi:Iraq saudi:Saudi_Arabia`
    .split(/\s+/)
    .map((entry): [string, string] => {
      const [adjective = '', country = ''] = entry.split(':');
      return [adjective, country.replaceAll('_', ' ')];
    }),
);
