const limit = 20_000;
const known = new Map<string, string>();

/**
 * What the inflected and nearest derived forms of a word share, without accents. English suffixes come off as in Porter's
 * algorithm; of other words only plural and case endings do, since a wrong cut joins words that have nothing in common.
 */
export function wordStem(lower: string): string {
  const found = known.get(lower);
  if (found !== undefined) return found;
  if (known.size >= limit) known.clear();
  const stem = computeStem(lower);
  known.set(lower, stem);
  return stem;
}

function computeStem(lower: string): string {
  const plain = lower
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/['’].*$/, '')
    .replace(/ß/g, 'ss');
  if (plain.length <= 2 || !/^[a-z]+$/.test(plain)) return plain;
  const irregular = irregularForms.get(plain);
  return porter(irregular ?? plain);
}

const irregularForms = new Map(
  `was=be were=be been=be is=be are=be am=be has=have had=have did=do done=do does=do went=go gone=go
  made=make took=take taken=take gave=give given=give wrote=write written=write began=begin begun=begin became=become
  held=hold led=lead left=leave lost=lose found=find won=win built=build bought=buy brought=bring thought=think taught=teach
  caught=catch sold=sell told=tell said=say sent=send spent=spend met=meet kept=keep felt=feel fell=fall fallen=fall
  grew=grow grown=grow knew=know known=know threw=throw thrown=throw flew=fly flown=fly drew=draw drawn=draw
  chose=choose chosen=choose spoke=speak spoken=speak broke=break broken=break rose=rise risen=rise drove=drive driven=drive
  ate=eat eaten=eat saw=see seen=see came=come ran=run stood=stand understood=understand fought=fight sought=seek sang=sing sung=sing
  swam=swim born=bear bore=bear borne=bear wore=wear worn=wear died=die dying=die lies=lie lay=lie paid=pay laid=lay shot=shoot
  struck=strike stole=steal stolen=steal slept=sleep sat=sit bound=bind meant=mean lent=lend bent=bend dealt=deal dug=dig hung=hang
  men=man women=woman children=child people=person feet=foot teeth=tooth mice=mouse geese=goose lives=life wives=wife knives=knife leaves=leaf
  better=good best=good worse=bad worst=bad oldest=old older=old largest=large larger=large biggest=big bigger=big highest=high higher=high
  longest=long longer=long earliest=early earlier=early latest=late later=late lowest=low smallest=small greatest=great
  death=die dead=die birth=bear founder=found`
    .split(/\s+/)
    .map((pair): [string, string] => {
      const [form = '', base = ''] = pair.split('=');
      return [form, base];
    }),
);

const vowelSequence = /[aeiouy]+[^aeiouy]+/g;
const measure = (stem: string): number => (stem.replace(/^[^aeiouy]+/, '').match(vowelSequence) ?? []).length;
const hasVowel = (stem: string): boolean => /[aeiouy]/.test(stem);

const doubleSuffixes: [RegExp, string][] = [
  [/ational$/, 'ate'],
  [/tional$/, 'tion'],
  [/[ea]nci$/, 'enc'],
  [/izer$/, 'ize'],
  [/abli$/, 'able'],
  [/alli$/, 'al'],
  [/entli$/, 'ent'],
  [/eli$/, 'e'],
  [/ousli$/, 'ous'],
  [/i[sz]ation$/, 'ize'],
  [/ation$/, 'ate'],
  [/ator$/, 'ate'],
  [/alism$/, 'al'],
  [/iveness$/, 'ive'],
  [/fulness$/, 'ful'],
  [/ousness$/, 'ous'],
  [/aliti$/, 'al'],
  [/iviti$/, 'ive'],
  [/biliti$/, 'ble'],
];
const middleSuffixes: [RegExp, string][] = [
  [/icate$/, 'ic'],
  [/ative$/, ''],
  [/ali[sz]e$/, 'al'],
  [/iciti$/, 'ic'],
  [/ical$/, 'ic'],
  [/ful$/, ''],
  [/ness$/, ''],
];
const lastSuffixes =
  /(?:al|ance|ence|er|or|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|i[sz]e|(?<=[st])ion)$/;

/** M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980; here also -ise and -or. */
function porter(word: string): string {
  let w = stripInflection(word);
  if (/y$/.test(w) && hasVowel(w.slice(0, -1))) w = `${w.slice(0, -1)}i`;
  w = replaceFirst(w, doubleSuffixes);
  w = replaceFirst(w, middleSuffixes);
  const cut = w.replace(lastSuffixes, '');
  if (cut !== w && measure(cut) > 1) w = cut;
  if (
    /e$/.test(w) &&
    (measure(w.slice(0, -1)) > 1 ||
      (measure(w.slice(0, -1)) === 1 && !/[^aeiou][aeiouy][^aeiouwxy]$/.test(w.slice(0, -1))))
  )
    w = w.slice(0, -1);
  return /ll$/.test(w) && measure(w) > 1 ? w.slice(0, -1) : w;
}

function stripInflection(word: string): string {
  let w = word
    .replace(/sses$/, 'ss')
    .replace(/ies$/, 'i')
    .replace(/([^s])s$/, '$1');
  if (/eed$/.test(w)) return measure(w.slice(0, -3)) > 0 ? w.slice(0, -1) : w;
  const bare = w.replace(/(?:ed|ing)$/, '');
  if (bare === w || !hasVowel(bare)) return w;
  w = bare;
  if (/(?:at|bl|iz)$/.test(w)) return `${w}e`;
  if (/([^aeioulsz])\1$/.test(w)) return w.slice(0, -1);
  return measure(w) === 1 && /[^aeiou][aeiouy][^aeiouwxy]$/.test(w) ? `${w}e` : w;
}

function replaceFirst(word: string, rules: [RegExp, string][]): string {
  for (const [suffix, replacement] of rules) {
    if (!suffix.test(word)) continue;
    const stem = word.replace(suffix, '');
    return measure(stem) > 0 ? stem + replacement : word;
  }
  return word;
}
