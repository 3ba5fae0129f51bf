const longest = 160;
const forFact =
  /^\W*(?:(?:in|on|at|by|since|until|from|for|of|with|to) )?(?:who(?:m|se)?|when|where|(?:which|what) (?:year|month|day|date|time|town|city|country|person|number|price|colou?r)|how (?:many|much|long|old|far|tall|high|deep|wide|heavy|large|big|fast|often|expensive))\b|^\W*(?:wer|wen|wem|wann|wo|wie (?:viele?|lange|alt|weit|hoch|groß|schwer|oft)|in welchem jahr|quién|cuándo|dónde|cuánt[oa]s?|en qué año|qui|quand|où|combien|en quelle année)\b/iu;
const ofThing = /^\W*what (?:is|are|was|were|does|do|did)\b/iu;

/** Whether a question asks for one fact, which a sentence tells: who, when, where, how many, or what something of a thing is. */
export const asksForFact = (question: string): boolean => isNarrow(question) || ofThing.test(question);

/** Whether whatever does not tell the fact is beside the point: "what is" may ask for an overview. */
export const isNarrow = (question: string): boolean => question.length <= longest && forFact.test(question);
