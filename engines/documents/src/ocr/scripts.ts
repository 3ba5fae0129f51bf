/** Scripts by their names in Unicode; Japanese is written in several. */
export type Script = keyof typeof letters;

const letters = {
  Latin: /\p{sc=Latin}/u,
  Cyrillic: /\p{sc=Cyrillic}/u,
  Greek: /\p{sc=Greek}/u,
  Arabic: /\p{sc=Arabic}/u,
  Hebrew: /\p{sc=Hebrew}/u,
  Devanagari: /\p{sc=Devanagari}/u,
  Bengali: /\p{sc=Bengali}/u,
  Gurmukhi: /\p{sc=Gurmukhi}/u,
  Gujarati: /\p{sc=Gujarati}/u,
  Oriya: /\p{sc=Oriya}/u,
  Tamil: /\p{sc=Tamil}/u,
  Telugu: /\p{sc=Telugu}/u,
  Kannada: /\p{sc=Kannada}/u,
  Malayalam: /\p{sc=Malayalam}/u,
  Sinhala: /\p{sc=Sinhala}/u,
  Thai: /\p{sc=Thai}/u,
  Lao: /\p{sc=Lao}/u,
  Khmer: /\p{sc=Khmer}/u,
  Myanmar: /\p{sc=Myanmar}/u,
  Tibetan: /\p{sc=Tibetan}/u,
  Georgian: /\p{sc=Georgian}/u,
  Armenian: /\p{sc=Armenian}/u,
  Ethiopic: /\p{sc=Ethiopic}/u,
  Hangul: /\p{sc=Hangul}/u,
  Han: /\p{sc=Han}/u,
  Japanese: /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u,
  Cherokee: /\p{sc=Cherokee}/u,
  'Canadian Aboriginal': /\p{sc=Canadian_Aboriginal}/u,
  Syriac: /\p{sc=Syriac}/u,
  Thaana: /\p{sc=Thaana}/u,
} as const;

/** Tesseract's codes of the languages that are not written in Latin letters. */
const languages: Partial<Record<Script, string>> = {
  Cyrillic: 'rus ukr bel bul srp mkd kaz kir mon tgk tat aze_cyrl uzb_cyrl',
  Greek: 'ell grc',
  Arabic: 'ara fas urd pus uig snd ckb kur_ara',
  Hebrew: 'heb yid',
  Devanagari: 'hin mar nep san',
  Bengali: 'ben asm',
  Gurmukhi: 'pan',
  Gujarati: 'guj',
  Oriya: 'ori',
  Tamil: 'tam',
  Telugu: 'tel',
  Kannada: 'kan',
  Malayalam: 'mal',
  Sinhala: 'sin',
  Thai: 'tha',
  Lao: 'lao',
  Khmer: 'khm',
  Myanmar: 'mya',
  Tibetan: 'bod dzo',
  Georgian: 'kat kat_old',
  Armenian: 'hye',
  Ethiopic: 'amh tir',
  Hangul: 'kor kor_vert',
  Han: 'chi_sim chi_tra chi_sim_vert chi_tra_vert',
  Japanese: 'jpn jpn_vert',
  Cherokee: 'chr',
  'Canadian Aboriginal': 'iku',
  Syriac: 'syr',
  Thaana: 'div',
};

const scriptOfLanguage = new Map(
  Object.entries(languages).flatMap(([script, codes]) =>
    // The keys of the table are scripts; `Object.entries` forgets that.
    codes.split(' ').map((code): [string, Script] => [code, script as Script]),
  ),
);

/** The script that a language of `OCR_LANGUAGES` is written in. */
export function languageScript(language: string): Script {
  return scriptOfLanguage.get(language) ?? 'Latin';
}

/** Matches one letter of a script. */
export function letterOf(script: Script): RegExp {
  return letters[script];
}
