import type { PromptDocument } from '../prompt.ts';
import type { ReaderReply } from '../reader-reply.ts';
import { type Bill, type BillLine, readBill } from '../tables/bill.ts';
import { guessLanguage } from '../text/function-words.ts';
import { phrasesOf } from '../text/phrases.ts';
import { tokenize } from '../text/tokens.ts';
import { type BillConcept, billConcepts } from './bill-concepts.ts';

/** Words of any question about a bill: the paper itself, the shop, paying and buying. */
const ofBill =
  /^(?:receipts?|bills?|invoices?|tickets?|slips?|shops?|stores?|firm|company|seller|purchase|shopping|buy|bought|visit|pay|pays|paid|payment|spend|spent|cost|costs|come|came|money|amount|figure|get|got|give|gave|given|back|take|took|go|went|charge[ds]?|charging|whole|final|end|total|overall|including|included|incl|inclusive|say|says|state|show|shown|much|many|quittung|kassenbon|bon|beleg|rechnung|angebot|vertrag|uns|wir|mir|kostet|kosten|ende|ganze[ns]?|alles|unterm|strich|laden|einkauf|gekauft|zahlen|bezahlt|gezahlt|betrag|hoch|recibo|factura|tienda|compra|pagar|pagu[eé]|pagado|importe|reçu|facture|magasin|payer|payé)$/iu;
/** The name of the shop and its address; below them stands whom the bill is for. */
const headLines = 2;
const mostLines = 4;

/**
 * What a receipt or an invoice says on the lines that every one of them has: total, tax, change, what is still owed, who served. Undefined
 * unless the question asks for one of these and nothing besides, and a single document is a bill with such a line.
 */
export function answerFromBill(question: string, documents: readonly PromptDocument[]): ReaderReply | undefined {
  const asked = billConcepts.filter(({ asked: pattern }) => pattern.test(question));
  if (asked.length === 0) return undefined;
  const language = guessLanguage(question);
  const words = tokenize(question, language).filter(({ isContent }) => isContent);
  const found = documents.flatMap(({ text, filename, speaker }, document) => {
    const bill = speaker === undefined ? readBill(text) : undefined;
    if (bill === undefined) return [];
    const known = headOf(bill, filename);
    const concept = asked.find((each) =>
      words.every(({ lower, stem }) => each.words.test(lower) || ofBill.test(lower) || known.has(stem)),
    );
    const lines = concept === undefined ? [] : linesOf(concept, bill);
    return concept !== undefined && lines.length > 0 ? [{ document, filename, concept, lines }] : [];
  });
  const [only] = found;
  if (!only || found.length > 1) return undefined;
  const { document, filename, concept, lines } = only;
  const [first] = lines;
  const value = lines.length === 1 && concept.isAmount ? first?.amount : undefined;
  return {
    text: phrasesOf(language).says(
      filename === 'context' ? undefined : filename,
      lines.map(({ text }) => text).join('; '),
    ),
    reasoning: 'Read from the line of the bill that is asked for.',
    sources: lines.map(({ start, end }) => ({ document, start, end })),
    ...(value !== undefined && { shortAnswer: value }),
  };
}

/** Stems of the name of the file and of the lines at its head, which name the shop. */
function headOf({ lines }: Bill, filename: string): ReadonlySet<string> {
  const head = [filename.replaceAll(/[._-]/g, ' '), ...lines.slice(0, headLines).map(({ text }) => text)].join('\n');
  return new Set(tokenize(head, 'en').flatMap(({ isContent, stem }) => (isContent ? [stem] : [])));
}

function linesOf({ line, without, isAmount, isLast, isFirst }: BillConcept, { lines }: Bill): BillLine[] {
  const found = lines.filter(({ text, amount }) => {
    const plain = text.replaceAll(', ', ' ');
    return line.test(plain) && !without?.test(plain) && (!isAmount || amount !== undefined);
  });
  return isLast ? found.slice(-1) : found.slice(0, isFirst ? 1 : mostLines);
}
