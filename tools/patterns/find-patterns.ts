import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'rolldown/utils';

/** A regular expression, and where it stands. `line` and `column` count from 1, as in a stack trace. */
export interface Pattern {
  file: string;
  line: number;
  column: number;
  source: string;
  flags: string;
  /** What the comment beside it says of the texts that it sees. */
  bound: Bound | undefined;
}

/** A call of `RegExp`; `sample` is the literal that the comment beside it gives for those that only calls compose. */
export interface Composing {
  file: string;
  line: number;
  column: number;
  sample: { source: string; flags: string } | undefined;
  bound: Bound | undefined;
}

/** `maximum` is undefined where the comment names no number. */
interface Bound {
  text: string;
  maximum: number | undefined;
}

export interface FilePatterns {
  literals: Pattern[];
  composings: Composing[];
  /** The project's own files that it imports. */
  imports: string[];
}

interface Span {
  start: number;
  end: number;
}

interface Syntax extends Span, Record<string, unknown> {
  type: string;
}

/** A bound of all patterns of a file but those that have one of their own. */
const ofWholeFile = /^bounded: every pattern of this file\b/;

/** All patterns of a file, by its syntax tree: a slash in a string, a comment or a division is none. */
export function findPatterns(file: string): FilePatterns {
  const code = readFileSync(file, 'utf8');
  const { program, comments, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const lineStarts = [0, ...[...code.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const nodes = [...nodesOf(program)];
  const notes = comments.map(({ value, start, end }) => {
    const text = value.trim();
    return { text, ...(ofWholeFile.test(text) ? { start: 0, end: code.length } : reachOf({ start, end })) };
  });

  return {
    literals: nodes.flatMap((node) => {
      const { regex } = node;
      if (node.type !== 'Literal' || !isRecord(regex)) return [];
      return [
        {
          file,
          ...placeOf(node.start),
          source: String(regex.pattern),
          flags: String(regex.flags),
          bound: boundOf(node),
        },
      ];
    }),
    composings: nodes
      .filter(
        ({ type, callee }) => /^(?:New|Call)Expression$/.test(type) && isRecord(callee) && callee.name === 'RegExp',
      )
      .map((node) => ({ file, ...placeOf(node.start), sample: sampleOf(node), bound: boundOf(node) })),
    imports: nodes
      .filter(({ type, source }) => /^(?:Import|ExportNamed|ExportAll)Declaration$/.test(type) && isRecord(source))
      .map(({ source }) => (isRecord(source) ? String(source.value) : ''))
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => join(dirname(file), specifier)),
  };

  function placeOf(offset: number): { line: number; column: number } {
    const line = lineStarts.findLastIndex((start) => start <= offset);
    return { line: line + 1, column: offset - (lineStarts[line] ?? 0) + 1 };
  }

  /** A comment behind code speaks of its line, one on lines of its own of the statement, element or argument below it. */
  function reachOf({ start, end }: Span): Span {
    const lineStart = code.lastIndexOf('\n', start - 1) + 1;
    if (code.slice(lineStart, start).trim() !== '') return { start: lineStart, end };
    let next = end;
    // Further lines of the same comment stand between it and the code.
    for (;;) {
      const gap = /^\s*/.exec(code.slice(next, next + 1_000))?.[0].length ?? 0;
      const comment = comments.find((one) => one.start === next + gap);
      next += gap;
      if (comment === undefined) break;
      next = comment.end;
    }
    const below = nodes.filter((node) => node.start === next && node.type !== 'Program');
    return { start: next, end: Math.max(next, ...below.map((node) => node.end)) };
  }

  /** The nearest comment of the form that speaks of the node. */
  function noteOf(node: Span, form: RegExp): string | undefined {
    const found = notes
      .filter(({ start, end, text }) => form.test(text) && start <= node.start && node.start < end)
      .sort((one, other) => other.end - other.start - (one.end - one.start));
    return found.at(-1)?.text.replace(form, '').trim();
  }

  function boundOf(node: Span): Bound | undefined {
    const text = noteOf(node, /^bounded:/);
    if (text === undefined) return undefined;
    const number = /\bat most (\d[\d,]*) characters\b/.exec(text)?.[1];
    return { text, maximum: number === undefined ? undefined : Number(number.replaceAll(',', '')) };
  }

  function sampleOf(node: Span): Composing['sample'] {
    const [, source, flags = ''] = /^\/(.+)\/([a-z]*)$/.exec(noteOf(node, /^such as:/) ?? '') ?? [];
    return source === undefined ? undefined : { source, flags };
  }
}

function* nodesOf(value: unknown): Generator<Syntax> {
  if (Array.isArray(value)) {
    for (const one of value) yield* nodesOf(one);
  } else if (isRecord(value)) {
    if (isSyntax(value)) yield value;
    for (const child of Object.values(value)) yield* nodesOf(child);
  }
}

function isSyntax(value: Record<string, unknown>): value is Syntax {
  return typeof value.type === 'string' && typeof value.start === 'number' && typeof value.end === 'number';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof RegExp);
}
