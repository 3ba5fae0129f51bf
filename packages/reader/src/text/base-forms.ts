/** Parts of speech that WordNet knows. */
export type WordNetPart = 'noun' | 'verb' | 'adj' | 'adv';

const endings: Record<WordNetPart, [RegExp, string][]> = {
  noun: [
    [/s$/, ''],
    [/ses$/, 's'],
    [/xes$/, 'x'],
    [/zes$/, 'z'],
    [/ches$/, 'ch'],
    [/shes$/, 'sh'],
    [/men$/, 'man'],
    [/ies$/, 'y'],
    [/ves$/, 'f'],
  ],
  verb: [
    [/s$/, ''],
    [/ies$/, 'y'],
    [/es$/, 'e'],
    [/es$/, ''],
    [/ed$/, 'e'],
    [/ed$/, ''],
    [/ied$/, 'y'],
    [/ing$/, 'e'],
    [/ing$/, ''],
    [/([a-z])\1(?:ed|ing)$/, '$1'],
  ],
  adj: [
    [/er$/, ''],
    [/est$/, ''],
    [/er$/, 'e'],
    [/est$/, 'e'],
    [/ier$/, 'y'],
    [/iest$/, 'y'],
  ],
  adv: [],
};

/** The word itself, then what it may be a form of (WordNet's rules of detachment). */
export function baseForms(word: string, part: WordNetPart): string[] {
  const irregular = irregularForm(word, part);
  const forms = irregular === undefined ? [word] : [irregular];
  for (const [ending, replacement] of endings[part])
    if (ending.test(word)) forms.push(word.replace(ending, replacement));
  return forms;
}

const irregularVerbs = new Map(
  `wrote=write written=write began=begin begun=begin became=become held=hold led=lead left=leave lost=lose found=find won=win built=build
  bought=buy brought=bring thought=think taught=teach caught=catch sold=sell told=tell said=say sent=send spent=spend met=meet kept=keep
  fell=fall fallen=fall grew=grow grown=grow knew=know known=know drew=draw drawn=draw chose=choose chosen=choose spoke=speak spoken=speak
  rose=rise risen=rise drove=drive driven=drive came=come ran=run stood=stand fought=fight sought=seek gave=give given=give took=take
  taken=take made=make went=go gone=go saw=see seen=see died=die`
    .split(/\s+/)
    .map((pair): [string, string] => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? '']),
);

const irregularNouns = new Map([
  ['men', 'man'],
  ['women', 'woman'],
  ['children', 'child'],
  ['people', 'people'],
  ['feet', 'foot'],
  ['teeth', 'tooth'],
  ['mice', 'mouse'],
]);

function irregularForm(word: string, part: WordNetPart): string | undefined {
  return part === 'verb' ? irregularVerbs.get(word) : part === 'noun' ? irregularNouns.get(word) : undefined;
}
