// bounded: every pattern of this file sees a question, at most 2,000 characters

/** A request may come politely; a question about who wrote a letter is none for a letter. */
const polite =
  "^[\\s¿¡]*(?:(?:please|kindly|hey|hi|hello|now|then|ok(?:ay)?|can you|could you|would you|will you|i (?:need|want|would like)(?: you to)?|i['’]d like(?: you to)?|help me(?: to)?|let['’]s|por favor|bitte|kannst du|können sie|s['’]il (?:te|vous) plaît|peux-tu|pouvez-vous|per favore|请|帮我)[\\s,]+)*";
const texts =
  'essays?|letters?|e-?mails?|messages?|poems?|haikus?|stor(?:y|ies)|articles?|blog|posts?|speech(?:es)?|songs?|lyrics|scripts?|code|functions?|programs?|slogans?|tweets?|jokes?|headlines?|reviews?|repl(?:y|ies)|responses?|plans?|recipes?|itinerar\\w+|paragraphs?|introductions?|conclusions?|ensayos?|cartas?|correos?|poemas?|cuentos?|artículos?|aufs[aä]tz\\w*|briefe?|mails?|gedichte?|geschichten?|artikel|reden?|lettres?|courriels?|poèmes?|histoires?|lettere?|poesi[ae]|stori[ae]|redação';
/** A house of two stories and a code of three letters are described, not asked for. */
const soMany = '(?<!(?:\\d|one|two|three|four|five|six|seven|eight|nine|ten|single|double|multi)-)';
/** "do you think" within a name ("the song of do you believe in magic") asks for no opinion. */
const notInName =
  '(?<!\\b(?:of|in|on|from|to|by|for|with|at|the|an?|called|named|titled|the (?:song|show|film|movie)) )';
const requests: RegExp[] = [
  // Texts to be made or made anew.
  new RegExp(
    `${polite}(?:write|compose|draft|create|generate|produce|invent|prepare|give me an?|tell me an?|make(?: me)? an?|an?|escrib\\p{L}+|redact\\p{L}+|schreib\\p{L}*|verfass\\p{L}*|écri\\p{L}+|rédige\\p{L}*|scriv\\p{L}+|escrev\\p{L}+|写)(?![\\p{L}]).{0,60}?(?<![\\p{L}])${soMany}(?:${texts})(?![\\p{L}])`,
    'iu',
  ),
  new RegExp(
    `${polite}(?:rewrite|rephrase|paraphrase|reword|improve|polish|proofread|brainstorm|imagine|pretend|role-?play|shorten|simplify|analy[sz]e|critique|evaluate|argue|persuade|convince|explain (?:it |this |that )?(?:like|to (?:a|my))|umformulier\\p{L}*|reformul\\p{L}+|(?:correct|fix) (?:the |my |this )?(?:grammar|spelling))(?![\\p{L}])`,
    'iu',
  ),
  // Other languages.
  new RegExp(
    `${polite}(?:translat(?:e|ion)|traduc\\p{L}+|tradui\\p{L}+|traduz\\p{L}*|tradur\\p{L}+|übersetz\\p{L}*|翻译)|\\bhow do you say\\b|\\bwas heißt .{1,40} auf \\p{Lu}`,
    'iu',
  ),
  // Opinions and advice.
  new RegExp(`${notInName}\\bdo you (?:like|believe|prefer|think|agree|recommend)\\b`, 'iu'),
  /\bwhat do you think\b|\bwhat(?:['’]s| is| are) your (?:opinion|view|thoughts|advice|favou?rite|recommendation)|^\s*(?:should|shall) (?:i|we)\b|\bwould you (?:recommend|suggest|advise|rather)\b|^\s*is (?:it|this|that) (?:a )?(?:good|bad|fair|wise|worth\w*|smart|ethical|moral)\b|\b(?:pros and cons)\b|\badvi[sc]e me\b|\bqué (?:opinas|piensas|crees)\b|\bwas (?:hältst|denkst|meinst) du\b|\bque penses?-(?:tu|vous)\b|\bcosa ne pensi\b/iu,
];

/** Whether a request wants what no text can be quoted for: something written, translated, judged or advised. */
export const wantsModel = (request: string): boolean => requests.some((pattern) => pattern.test(request));
