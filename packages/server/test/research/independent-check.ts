import { createHash } from 'node:crypto';
import type { Citation, ResearchResult } from '@parley/contract';

export interface CheckReport {
  citations: number;
  /** Citations whose quote stands in the page as an outsider fetches it, under the hash that is told. */
  verified: number;
  /** Addresses in the output or the citations that were never served. */
  unknownAddresses: string[];
  /** Marked sentences with a figure that their quotes do not hold. */
  wrongFigures: string[];
  /** Marks without a citation, and citations without a mark. */
  danglingMarks: string[];
}

/** Checks a report without any of the service's own code: fetches, hashes, strips tags, looks for the quote. */
export async function checkReport(result: ResearchResult, served: ReadonlyMap<string, Buffer>): Promise<CheckReport> {
  const output = typeof result.output === 'string' ? result.output : JSON.stringify(result.output);
  const checks = await Promise.all(result.citations.map((citation) => isVerified(citation, served)));
  const marked = sentences(output);
  return {
    citations: result.citations.length,
    verified: checks.filter(Boolean).length,
    unknownAddresses: [
      ...result.citations.map((citation) => citation.url),
      ...(output.match(/https?:\/\/[^\s)\]]+/g) ?? []),
    ].filter((url) => !served.has(url)),
    wrongFigures: marked
      .filter(({ text, numbers }) => !figuresHold(text, numbers, result.citations))
      .map(({ text }) => text),
    danglingMarks: dangling(marked, result.citations.length),
  };
}

async function isVerified(citation: Citation, served: ReadonlyMap<string, Buffer>): Promise<boolean> {
  const kept = served.get(citation.url);
  if (!kept || createHash('sha256').update(kept).digest('hex') !== citation.content_hash) return false;
  const answer = await fetch(citation.url);
  const again = Buffer.from(await answer.arrayBuffer());
  const charset = citation.url.includes('latin1')
    ? 'windows-1252'
    : citation.url.includes('shift-jis')
      ? 'shift_jis'
      : citation.url.includes('utf16')
        ? 'utf-16le'
        : 'utf-8';
  // A page that changes is checked as it was served to the run.
  const text = new TextDecoder(charset).decode(citation.url.includes('changing') ? kept : again);
  const plain = text.replace(/<[^>]*>/g, ' ');
  return squeezed(plain).includes(squeezed(citation.quote)) && citation.quote.split(/\s+/).length >= 6;
}

function sentences(output: string): { text: string; numbers: number[] }[] {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const said = lines.flatMap((line) =>
    line.startsWith('- ') ? [line.slice(2)] : (line.match(/\S.*?(?:(?:\[\d+\])+[.!?"”»)]*|$)(?=\s|$)/g) ?? []),
  );
  return said.map((line) => ({
    text: line.replace(/\s*\[\d+\]/g, ''),
    numbers: [...line.matchAll(/\[(\d+)\]/g)].map((match) => Number(match[1])),
  }));
}

function figuresHold(text: string, numbers: number[], citations: Citation[]): boolean {
  const quotes = numbers.map((number) => citations[number - 1]?.quote ?? '').join(' ');
  return (text.match(/\d+(?:[.,]\d+)*/g) ?? []).every((figure) =>
    new RegExp(`(?<![\\d.,])${figure}(?![\\d])`).test(quotes),
  );
}

function dangling(marked: { text: string; numbers: number[] }[], citations: number): string[] {
  const used = new Set(marked.flatMap(({ numbers }) => numbers));
  const unmarked = marked.filter(({ numbers }) => numbers.length === 0).map(({ text }) => `no mark: ${text}`);
  const unknown = [...used]
    .filter((number) => number < 1 || number > citations)
    .map((number) => `no citation ${number}`);
  const unused = Array.from({ length: citations }, (_, index) => index + 1).filter((number) => !used.has(number));
  return [...unmarked, ...unknown, ...unused.map((number) => `citation ${number} is not marked`)];
}

function squeezed(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
}
