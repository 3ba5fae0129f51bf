// bounded: every pattern of this file sees a question, at most 2,000 characters

const asking =
  'who|whom|whose|what|which|when|where|why|how|wer|wen|wem|was|wann|wo|wohin|warum|wie|welche[rsnm]?|quién(?:es)?|qué|cuál(?:es)?|cuándo|dónde|cómo|cuánt[oa]s?|qui|quand|où|comment|combien|pourquoi|quel(?:le)?s?';
const slot =
  'for|at|by|from|in|on|to|until|since|with|para|por|desde|hasta|con|en|de|a|bis|ab|seit|für|mit|von|um|pour|depuis|avec|à';
const between = new RegExp(`(?:,\\s*|\\s+)(?:and|und|y|et)\\s+(?=(?:(?:${slot})\\s+)?(?:${asking})(?!\\p{L}))`, 'iu');
const asks = new RegExp(`(?<!\\p{L})(?:${asking})(?!\\p{L})`, 'iu');
/** What has fewer words leaves out what the other half says. */
const leastWords = 3;

/**
 * The two questions of "What does it cost and who do I ask?"; undefined for a single one, and where a half cannot stand alone:
 * "At what time and from which quay does it leave?"
 */
export function splitQuestion(question: string): [first: string, second: string] | undefined {
  const match = between.exec(question);
  if (!match) return undefined;
  const first = question.slice(0, match.index).replace(/[,\s]+$/u, '');
  const second = question.slice(match.index + match[0].length);
  const isOne = between.exec(second) === null;
  // such as: /^(?:who|what|where)\W*$/iu
  const isWord = new RegExp(`^(?:${asking})\\W*$`, 'iu').test(second);
  if (!isOne || !asks.test(first) || wordsIn(first) < leastWords || (!isWord && wordsIn(second) < leastWords))
    return undefined;
  return [`${first}?`, isWord ? `And ${second}` : second];
}

const leadingSlot = new RegExp(`^[\\s¿]*(?:${slot})\\s+`, 'iu');
/** How many words a half has, without the preposition that its question word may stand behind. */
const wordsIn = (half: string): number => half.replace(leadingSlot, '').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
