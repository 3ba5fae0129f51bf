const hasVowel = /[aeiou]|.y/;
const shortEnd = /[^aeiou][aeiouy][^aeiouwxy]$/;

/** How many times a run of vowels is followed by a run of consonants; a y at the beginning is a consonant. */
function measure(stem: string): number {
  return stem.replace(/^y/, 'j').match(/[aeiouy][^aeiouy]/g)?.length ?? 0;
}

const longEndings: [string, string][] = [
  ['ational', 'ate'],
  ['ization', 'ize'],
  ['isation', 'ize'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['entli', 'ent'],
  ['ousli', 'ous'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['iser', 'ize'],
  ['ator', 'ate'],
  ['alli', 'al'],
  ['bli', 'ble'],
  ['ogi', 'og'],
  ['eli', 'e'],
];
const middleEndings: [string, string][] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['alise', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
];
const lastEndings = 'ement ance ence able ible ment ant ent ism ate iti ous ive ize ise ion al er ic ou'
  .split(' ')
  .sort((a, b) => b.length - a.length);

const irregular = new Map(
  `men=man women=woman children=child feet=foot teeth=tooth mice=mouse people=person won=win wrote=write written=write
    sang=sing sung=sing began=begin begun=begin built=build held=hold led=lead left=leave made=make met=meet paid=pay
    said=say sold=sell sent=send spoke=speak spoken=speak taught=teach took=take taken=take thought=think found=find
    gave=give given=give grew=grow grown=grow knew=know known=know lost=lose bought=buy brought=bring became=become
    chose=choose chosen=choose drove=drive driven=drive fell=fall fought=fight flew=fly flown=fly analyses=analysis
    theses=thesis indices=index matrices=matrix vertices=vertex criteria=criterion phenomena=phenomenon
    went=go gone=go did=do done=do felt=feel threw=throw thrown=throw drew=draw drawn=draw broke=break broken=break rose=rise
    risen=rise ate=eat eaten=eat saw=see seen=see came=come ran=run stood=stand understood=understand sought=seek swam=swim
    wore=wear worn=wear shot=shoot struck=strike stole=steal stolen=steal slept=sleep sat=sit meant=mean lent=lend dealt=deal
    dug=dig hung=hang told=tell spent=spend kept=keep caught=catch fallen=fall geese=goose lives=live life=live wives=wife knives=knife
    died=die dying=die born=bear`
    .split(/\s+/)
    .map((pair): [string, string] => {
      const [form = '', base = ''] = pair.split('=');
      return [form, base];
    }),
);

/** After M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980, with irregular forms and -ise. */
export function stemEnglish(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word;
  let stem = withoutPlural(irregular.get(word) ?? word);
  stem = withoutVerbEnding(stem);
  if (stem.endsWith('y') && hasVowel.test(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  stem = replaceEnding(stem, longEndings);
  stem = replaceEnding(stem, middleEndings);
  stem = withoutLastEnding(stem);
  if (stem.endsWith('e')) {
    const left = stem.slice(0, -1);
    if (measure(left) > 1 || (measure(left) === 1 && !shortEnd.test(left))) stem = left;
  }
  return stem.endsWith('ll') && measure(stem.slice(0, -1)) > 1 ? stem.slice(0, -1) : stem;
}

function withoutPlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (word.endsWith('ies')) return word.length > 4 ? word.slice(0, -2) : word.slice(0, -1);
  if (word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us') && !word.endsWith('is'))
    return word.slice(0, -1);
  return word;
}

function withoutVerbEnding(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const ending = word.endsWith('ing') ? 3 : word.endsWith('ed') ? 2 : 0;
  const left = word.slice(0, word.length - ending);
  if (ending === 0 || !hasVowel.test(left)) return word;
  if (/(?:at|bl|iz|is)$/.test(left)) return `${left}e`;
  if (/([^aeiouylsz])\1$/.test(left)) return left.slice(0, -1);
  return measure(left) === 1 && shortEnd.test(left) ? `${left}e` : left;
}

function withoutLastEnding(word: string): string {
  for (const ending of lastEndings) {
    if (!word.endsWith(ending)) continue;
    const left = word.slice(0, -ending.length);
    if (ending === 'ion' && !/[st]$/.test(left)) return word;
    return measure(left) > 1 ? left : word;
  }
  return word;
}

function replaceEnding(word: string, endings: readonly [string, string][]): string {
  for (const [ending, replacement] of endings) {
    if (!word.endsWith(ending)) continue;
    const left = word.slice(0, -ending.length);
    return measure(left) > 0 ? left + replacement : word;
  }
  return word;
}
