/**
 * Orders to a machine, told from sentences about machines by their grammar: they command (an imperative, "you must",
 * a machine that is called by name), and what they command is about the machine's own work: its instructions, its
 * answer, its tools, what it tells its user. "Farmers use the tool to measure soil moisture" commands nobody.
 */
const machine =
  '(?:ai|a\\.i\\.|llms?|(?:large )?language models?|chat ?bots?|bots?|crawlers?|gpt|chatgpt|claude|gemini|(?:ai|virtual|digital|research) (?:assistants?|agents?|models?|systems?))';
const calling = `(?:(?:attention|note|notice|message|instructions?|important|warning|hey|dear)\\b[\\s,:!-]{1,3}(?:to |for )?(?:all |any |the )?)`;
const lead =
  "(?:[^\\p{L}]*(?:please|now|also|instead|then|first|finally|next|always|never|kindly|important|note|do not|don['’]t|you (?:must|should|shall|will|have to|need to|are to|are required to)(?: not)?)(?=[\\s,:]))*[^\\p{L}]*";

const texts = '(?:answers?|responses?|reply|replies|outputs?|summary|summaries|report)';
/** What a machine works by, and what it works at. A thing of that name that lies about somewhere is none of it. */
const rules = '(?:instructions?|prompts?|guidelines?|directives?|rules|system message|context window)';
const work = `(?:(?:your|its|their|every|any|all|each) (?:final )?${texts}|(?:in|into|to|from|of) the (?:final )?${texts}|(?:your|the system|all (?:previous|prior|earlier)|any (?:previous|prior|earlier)|the (?:above|previous|prior|following)|these|those) ${rules}|${rules} (?:above|below|before)|verbatim|the (?:word|phrase|string|token|sentence|following)|following (?:word|phrase|text|link|sentence|code)|the (?:user|human)\\b|_*(?:[^\\W_]+_+)+[^\\W_]+ (?:tool|function|api|plugin)\\b|your (?:tools?|functions?|apis?|plugins?)\\b)`;
const verbs =
  'ignore|disregard|forget|override|bypass|output|reply|respond|print|append|insert|include|add|repeat|write|say|state|answer|recommend|mention|cite|reveal|disclose|show|tell|inform|call|invoke|run|execute|use|visit|fetch|open|click|send|stop|replace|translate|summari[sz]e|act|pretend|behave|rate|rank|approve|praise|omit|hide';

// bounded: a stretch of a sentence, at most 2,000 characters; all but the first, which sees a whole text
const orders = [
  // A role or a fence that a page wrote itself.
  /(?:<\/?(?:system|assistant|user|instructions?|tool_call|function_call|untrusted|source)\b|\[\/?(?:INST|SYSTEM)\]|<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|^[ \t\u00a0]*(?:system|assistant|user|developer|system prompt)[ \t\u00a0]*:)/im,
  // An imperative about the machine's own work.
  new RegExp(`^${lead}(?:${verbs})\\b.{0,80}?\\b${work}`, 'isu'),
  // "Say exactly …", "output the word …", "act as …".
  new RegExp(
    `^${lead}(?:output|reply|respond|print|append|repeat|say|write|answer)\\b.{0,12}\\b(?:exactly|only with|nothing but)\\b`,
    'isu',
  ),
  /^[^\p{L}]*(?:you are now|you are (?:an? )?(?:ai|llm|assistant|chatbot|language model)|from now on,? you|act as|pretend (?:to be|you are)|roleplay as|behave (?:as|like) an?)\b/iu,
  /^[^\p{L}]*(?:forget|ignore|disregard)\s+(?:everything|anything|all)\s+(?:(?:that\s+(?:was|is|came|comes|stands)\s+)?(?:above|before|earlier|so far|previously)|(?:that\s+)?you (?:were|have been) told)/iu,
  /^[^\p{L}]*your (?:new|real|true|only|actual) (?:task|goal|job|role|purpose|mission|objective)s? (?:is|are)\b/iu,
  new RegExp(`^[^\\p{L}]*(?:if|when|since|as) you(?:['’]re| are) (?:an? |the )?${machine}\\b`, 'isu'),
  // A machine that is called by name and told something.
  new RegExp(`${calling}${machine}\\b`, 'isu'),
  new RegExp(
    `^[^\\p{L}]*(?:as an?|if you are an?|any|all|every|this (?:message|note) is for)\\s+${machine}\\b[^.]{0,60}\\b(?:please|you|must|should|reading this)\\b`,
    'isu',
  ),
  // "… in your answer", wherever it stands in an address to the reader.
  /\b(?:you (?:must|should|shall|will)|please|always|never)\b.{0,60}\b(?:in|to|from) your (?:final )?(?:answer|response|report|reply|output|summary)\b/isu,
  /\bignore (?:all |any )?(?:of )?(?:the |your )?(?:previous|prior|above|earlier|preceding) (?:instructions?|prompts?|messages?|rules?|context)\b/iu,
  /^[^\p{L}]*(?:bitte |jetzt )?(?:ignoriere|vergiss|missachte|antworte|schreibe|gib)\b.{0,60}\b(?:anweisung\w*|instruktion\w*|vorgaben|prompt|antwort|wort)\b/isu,
  /^[^\p{L}]*(?:ignore[zs]?|oubliez|oublie|ne tenez pas compte|répondez|écrivez)\b.{0,60}\b(?:instructions?|consignes?|règles?|réponse|mot)\b/isu,
  /^[^\p{L}]*(?:ignora|ignore|olvida|responde|escribe)\b.{0,60}\b(?:instrucciones|reglas|indicaciones|respuesta|palabra)\b/isu,
];

/** A machine that must do something, told of in the third person, and what it must do. */
const machineMust = new RegExp(
  `\\b${machine}\\b[^.]{0,30}\\b(?:must|should|shall|are (?:required|instructed|told|to)|need to|have to)\\b(?=(?<order>[^.]{0,160}))`,
  'gisu',
);
const machineWork = new RegExp(
  // bounded: what stands behind "must", at most 160 characters
  `^[^.]{0,40}\\b(?:${verbs})\\b[^.]{0,60}\\b(?:${work}|this (?:page|site|shop|product|link|company|article))`,
  'isu',
);

function ordersMachine(stretch: string): boolean {
  const orders = Array.from(stretch.matchAll(machineMust), ({ groups }) => groups?.order ?? '');
  return orders.some((order) => machineWork.test(order));
}

const sentenceEnd = /(?<=[.!?])\s+|\n+/;

/** Text without full stops is read in stretches; an order that begins in one ends in it or in the next. */
const longestStretch = 2_000;
const overlap = 400;

function stretchesOf(sentence: string): string[] {
  const stretches = [sentence.slice(0, longestStretch)];
  for (let at = longestStretch; at < sentence.length; at += longestStretch - overlap)
    stretches.push(sentence.slice(at - overlap, at - overlap + longestStretch));
  return stretches;
}

/**
 * True for text in which a sentence gives orders to a model. Such text is never a statement of a report, a heading or a
 * search; pages that hold it stay whole and may be quoted for what else they say.
 */
export function addressesModel(text: string): boolean {
  return (
    orders[0]?.test(text) === true ||
    text
      .split(sentenceEnd)
      .flatMap(stretchesOf)
      .some((stretch) => ordersMachine(stretch) || orders.some((order) => order.test(stretch)))
  );
}
