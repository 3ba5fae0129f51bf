import { matches } from './matches.ts';
import type { PersonalDatum } from './personal-data-kinds.ts';

const months =
  'jan(?:uary|uar|vier|\\.)?|jänner|feb(?:ruary|ruar|rero|\\.)?|f[ée]v(?:rier|\\.)?|mar(?:ch|zo|s|\\.)?|m[äa]rz|apr(?:il|\\.)?|avr(?:il|\\.)?|abr(?:il|\\.)?|may(?:o)?|mai|jun(?:e|i|io|\\.)?|juin|jul(?:y|i|io|\\.)?|juil(?:let|\\.)?|aug(?:ust|\\.)?|ago(?:sto|\\.)?|ao[ûu]t|sept?(?:ember|iembre|embre|\\.)?|okt(?:ober|\\.)?|oct(?:ober|ubre|obre|\\.)?|nov(?:ember|iembre|embre|\\.)?|de[czs](?:ember|iembre|embre|\\.)?|d[ée]c(?:embre|\\.)?|dic(?:iembre|\\.)?|ene(?:ro|\\.)?|setiembre';
const year = "(?:(?:18|19|20)\\d{2}|['’]?\\d{2}(?!\\d))";
const date = new RegExp(
  `(?<![\\d.,])(?:\\d{1,2} ?[./-] ?\\d{1,2} ?[./-] ?(?:(?:18|19|20)\\d{2}|\\d{2})|(?:18|19|20)\\d{2}[-./]\\d{1,2}[-./]\\d{1,2}|\\d{1,2} (?:0?[1-9]|1[0-2]) (?:19|20)\\d{2}|(?:0?[1-9]|[12]\\d|3[01])(?:\\.|st|nd|rd|th|er|º|ro)? ?(?:of |de |del mes de |-)?(?:${months}),?(?:[ -](?:de |del |of )?${year})|(?:${months}) \\d{1,2}(?:st|nd|rd|th)?,? ${year}|(?:1er|premier) (?:${months}) ${year})(?![\\d])`,
  'giu',
);

/** Days and years in words, as they are said or dictated. */
const said = new RegExp(
  [
    '(?:the )?(?:twenty[- ]|thirty[- ])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth) (?:of )?(?:january|february|march|april|may|june|july|august|september|october|november|december),? (?:of )?(?:(?:in )?(?:nineteen|twenty|two thousand)(?:[ -](?:and |hundred |oh |o )?(?:[a-z]{3,9}(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?))?|\\d{4})',
    '(?:am )?[a-zäöüß]{4,20}(?:ten|sten|ter|ster|ste) (?:januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|[a-zäöüß]{4,8}ten) (?:neunzehnhundert|zweitausend)[a-zäöüß]{0,24}',
    '(?:uno|primero|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|diecis[eé]is|diecisiete|dieciocho|diecinueve|veinte|veinti[a-zéóú]{3,7}|treinta(?: y uno)?) de (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre) (?:de |del )?(?:mil novecientos|dos mil)(?: [a-zéóú]{3,12}){0,3}',
    '(?:premier|deux|trois|quatre|cinq|six|sept|huit|neuf|dix(?:-sept|-huit|-neuf)?|onze|douze|treize|quatorze|quinze|seize|vingt(?:(?:-| et |-et-)[a-z]{2,6})?|trente(?: et un|-et-un)?) (?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre) (?:mille? neuf cents?|dix-neuf cents?|deux mille?)(?:[ -][a-zé]{2,13}){0,4}',
  ]
    .map((form) => `(?<![\\p{L}])(?:${form})(?![\\p{L}])`)
    .join('|'),
  'giu',
);

const cue =
  '(?:\\bborn\\b|birth|\\bd\\.? ?o\\.? ?b\\b|\\bbday\\b|geboren|geburts|\\bgeb\\b|\\bgebdat|\\*|nacid[oa]s?|\\bnac\\b|nació|\\bnací|nacimiento|\\bf\\. ?n\\b|f\\. ?nac|\\bfdn\\b|cumpleaños|(?<![\\p{L}])née?s?(?![\\p{L}])|né\\(e\\)|naissance|naiss\\b|\\bddn\\b|\\bd\\. ?n\\b|anniversaire)';
const cueBefore = new RegExp(`${cue}(?:[^\\d!?;.]|\\.(?! \\p{Lu}\\p{Ll})){0,45}$`, 'iu');
const cueAfter =
  /^[ ,)]{0,3}(?:is |ist |es |est )?(?:my |mein |meine |mi |ma |mon |her |his )?(?:\(?(?:dob|date of birth|birthday|birth date|geburtsdatum|geburtstag|fecha de nacimiento|nacimiento|date de naissance|geboren|born)\b)/i;
/** … in Ulm geboren */
const bornBehind = /^(?: (?:in|en|à|a) [^.!?\d,]{2,25})? (?:geboren|born|nací|nació|nacid[oa])\b/iu;
/** Nothing between a name and its date but stops, or the number of an identity card. */
const joined =
  /^,? ?\($|^[\s,;:–—|·*-]{1,4}$|^(?:, [^.,;()\d]{3,35}) \($|^[\s,;:(–—|·-]{1,3}(?:dni|nie|nif|nir|ssn|id|pass(?:port)?|pasaporte|passeport|steuer-id|svnr)\b[^,;)\n]{3,28}[,;]? $/i;
const ofSomebody =
  /(?:patient\p{L}{0,3}|paciente|kind|child|enfant|hij[oa]|sohn|tochter|\bson|daughter|fils|fille|alumn[oa]|élève|schüler\p{L}{0,3}|bewerber\p{L}{0,3}|candidat\p{L}{0,3})[^.!?\d]{0,30}[(,] ?$/iu;
const aged = /^[ ,)(]{1,3}\d{1,3} ?(?:years|yrs|y\/o|yo|jahre|años|ans)\b/i;
/** 12-XII-1950 */
const roman = /(?<![\d.,])\d{1,2}[. -](?:I{1,3}|IV|VI{0,3}|IX|XI{0,2})[. -](?:19|20)\d{2}(?!\d)/g;
const otherDay =
  /(?:issued|expir|valid|gültig|ausgestellt|caduca|expedid|válido|délivré|valable|expire|termin|appointment|cita|rendez-vous|rdv|gestorben|died|fallec|décéd|seit|since|desde|depuis|vom|am|ab|bis|on|until|hasta|jusqu|invoice|rechnung|factura|facture)\p{L}{0,8}\W{0,3}$/iu;

/**
 * Days of birth: dates that are introduced as such, and those right behind a name, in brackets or between commas, as forms and lists of people
 * have them. `names` are the places of names.
 */
export function findBirthDates(text: string, names: readonly PersonalDatum[]): PersonalDatum[] {
  const isOne = (match: string, start: number): boolean => {
    // bounded: 60 characters before, 40 after
    const before = text.slice(Math.max(0, start - 60), start);
    if (cueBefore.test(before)) return true;
    const after = text.slice(start + match.length, start + match.length + 40);
    if (cueAfter.test(after) || bornBehind.test(after)) return true;
    if (aged.test(after)) return true;
    return (
      isOfPerson(match, before) &&
      (ofSomebody.test(before) ||
        names.some(({ end }) => end <= start && start - end <= 45 && joined.test(text.slice(end, start))))
    );
  };
  return [
    ...matches(text, roman, 'date_of_birth', isOne),
    ...matches(text, date, 'date_of_birth', isOne),
    ...matches(text, said, 'date_of_birth', isOne),
  ];
}

/** A year in which who writes today can be born; and no other day's word before it. */
const isOfPerson = (match: string, before: string): boolean => {
  const found = /(?:19|20)\d{2}/.exec(match)?.[0] ?? '2100';
  return Number(found) >= 1900 && Number(found) <= 2018 && !otherDay.test(before.trimEnd().replace(/\($/, ''));
};
