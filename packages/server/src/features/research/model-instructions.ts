/** What a text says when it speaks to a model instead of to a reader. */
const patterns = [
  /\battention\b[\s,:!]{1,3}(?:all |any )?(?:ai|llms?|language models?|chatbots?|bots?|models?|assistants?|agents?)\b/i,
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:previous|prior|above|earlier|all|any|your|these|those|the)\b.{0,40}\b(?:instructions?|prompts?|rules?|guidelines?|context|directions?|messages?)\b/is,
  /\b(?:system|developer|assistant|hidden) (?:prompt|message|instructions?|note)\b/i,
  /\b(?:as|you are|act as|pretend (?:to be|you are)|behave (?:as|like)|roleplay as)\b.{0,20}\b(?:an? )?(?:ai|llm|language model|assistant|chatbot|agent|gpt|research agent)\b/is,
  /\b(?:attention|note|notice|message|instructions?|important)\b.{0,20}\b(?:to|for)\b.{0,12}\b(?:all |any |the )?(?:ai|llms?|language models?|assistants?|chatbots?|bots?|agents?|crawlers?|models?)\b/is,
  /\b(?:ai|llms?|language models?|assistants?|chatbots?|agents?|models?)\b.{0,30}\b(?:must|should|shall|are required to|need to|have to)\b.{0,40}\b(?:include|output|say|write|reply|respond|print|visit|fetch|open|click|send|call|recommend|cite|mention|insert|append|state|report|reveal|use)\b/is,
  /\b(?:you must|you should|please|always|now|instead|kindly)\b.{0,30}\b(?:output|reply|respond|print|append|insert|recommend|reveal|repeat|include the (?:word|phrase|text|sentence|code|link|string)|say exactly|write exactly|answer (?:only|with))\b/is,
  /\b(?:include|insert|append|add|output|print|repeat|write|say)\b.{0,25}\b(?:the )?(?:following|exact|this|word|phrase|string|token|sentence|link)\b.{0,40}\b(?:in (?:your|the) (?:answer|response|report|reply|output|summary)|verbatim|exactly)\b/is,
  /\b(?:in|to|from) your (?:answer|response|report|reply|output|summary|final answer)\b/i,
  /\b(?:do not|don['’]t|never)\b.{0,20}\b(?:tell|mention|reveal|inform|disclose)\b.{0,30}\b(?:the )?(?:user|human|anyone)\b/is,
  /\b(?:call|invoke|use|run|execute)\b.{0,20}\b(?:the )?\w*\s?(?:tools?|functions?|commands?|plugins?|api)\b.{0,40}\b(?:with|to|now|and|named)\b/is,
  /(?:<\/?(?:system|assistant|user|instructions?|tool_call|function_call|untrusted|source)\b|\[\/?(?:INST|SYSTEM)\]|<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|^\s*(?:system|assistant|user)\s*:)/im,
  /\b(?:ignoriere|vergiss|missachte)\b.{0,40}\b(?:anweisung\w*|instruktion\w*|regeln|vorgaben)\b/is,
  /\b(?:ignore[zs]?|oubliez|ne tenez pas compte)\b.{0,40}\b(?:instructions?|consignes?|règles?)\b/is,
  /\b(?:ignora|ignore|olvida)\b.{0,40}\b(?:instrucciones|reglas|indicaciones)\b/is,
];

/**
 * True for text that gives orders to a model. Such sentences are taken out before anything else sees a page, and cannot
 * be quoted: a page is evidence, never a voice in the conversation.
 */
export function addressesModel(text: string): boolean {
  return patterns.some((pattern) => pattern.test(text));
}
