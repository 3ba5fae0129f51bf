import { parseHTML } from 'linkedom';

/** A sentence of the body. */
export interface Sentence {
  text: string;
  /** Notes and captions stand where the page has room: nothing is said about what comes before and after them. */
  isFloating: boolean;
}

export interface SecondForm {
  /** In the order in which they are read. */
  sentences: Sentence[];
  /** Rows of cells; a cell that spans some has its text in the first of them. The first row heads the columns. */
  tables: string[][][];
}

const sentenceLength = { least: 35, most: 220, words: 6 };
const sentenceParts = new Intl.Segmenter('en', { granularity: 'sentence' });

function sentencesOf(text: string, isFloating: boolean): Sentence[] {
  const whole = text.replace(/\s+/g, ' ').trim();
  // An abbreviation does not end a sentence: where the next one begins in small letters, the two are one.
  const parts: string[] = [];
  for (const { segment } of sentenceParts.segment(whole)) {
    if (parts.length > 0 && /\b(?:e\.g|i\.e|cf|etc|vs|Fig|Eq|Sec|resp|et al)\.\s*$/.test(parts.at(-1) ?? ''))
      parts[parts.length - 1] += segment;
    else parts.push(segment);
  }
  return parts
    .map((part) => part.trim())
    .filter(
      (part) =>
        part.length >= sentenceLength.least &&
        part.length <= sentenceLength.most &&
        part.split(' ').length >= sentenceLength.words &&
        /[.!?:]["”’)]?$/.test(part),
    )
    .map((part) => ({ text: part, isFloating }));
}

const skipped =
  'script, style, pre, nav, head, svg, img, table table, .navheader, .navfooter, .sphinxsidebar, .related, .headerlink, .toc, .contents, .index, .nav-panel, .header, math';
const floating = '.footnote, .footnotes, .footnotes-segment, figcaption, caption, .caption, .footnote-list';

/** HTML, also several documents one after the other. */
export function fromHtml(html: string): SecondForm {
  const form: SecondForm = { sentences: [], tables: [] };
  for (const part of html.split(/(?=<html[\s>])/i)) {
    const { document } = parseHTML(`<html>${part.replace(/<\/?(?:!doctype|html)[^>]*>/gi, '')}</html>`);
    for (const element of document.querySelectorAll(skipped)) element.remove();
    for (const table of document.querySelectorAll('table')) {
      const rows = gridOf([...table.querySelectorAll('tr')]);
      if (rows) form.tables.push(rows);
      table.remove();
    }
    for (const element of document.querySelectorAll('p, li, dd, div.para')) {
      // What holds paragraphs of its own is told by them.
      if (element.querySelector('p, ul, ol, dl, div')) continue;
      form.sentences.push(...sentencesOf(element.textContent ?? '', element.closest(floating) !== null));
    }
  }
  return form;
}

const mostSpan = 50;

interface Row {
  querySelectorAll(
    selector: string,
  ): Iterable<{ textContent: string | null; getAttribute(name: string): string | null }>;
}

function gridOf(rows: Row[]): string[][] | null {
  const grid: string[][] = rows.map(() => []);
  for (const [r, row] of rows.entries()) {
    const line = grid[r] ?? [];
    let column = 0;
    for (const cell of row.querySelectorAll('td, th')) {
      while (line[column] !== undefined) column++;
      const span = (name: string) => Math.min(mostSpan, Math.max(1, Number(cell.getAttribute(name)) || 1));
      for (const covered of grid.slice(r, r + span('rowspan'))) {
        for (let along = 0; along < span('colspan'); along++) covered[column + along] = '';
      }
      line[column] = (cell.textContent ?? '').replace(/\s+/g, ' ').trim();
    }
  }
  const width = Math.max(0, ...grid.map((row) => row.length));
  if (grid.length < 2 || width < 2) return null;
  return grid.map((row) => Array.from({ length: width }, (_, i) => row[i] ?? ''));
}

const plainMacros: [RegExp, string][] = [
  [/\\LaTeXe?(?:\{\})?(?![a-zA-Z])/g, 'LaTeX'],
  [/\\TeX(?:\{\})?(?![a-zA-Z])/g, 'TeX'],
  [
    /\\(?:emph|textit|textbf|texttt|textsf|textsc|textsl|textrm|underline|mbox|code|pkg|proglang|class|text|file)\{([^{}$\\]*)\}/g,
    '$1',
  ],
  [/\\(?:url|path|href\{[^{}]*\})\{([^{}]*)\}/g, '$1'],
  [/\{\\(?:em|it|bf|tt|sl|sc|itshape|bfseries|ttfamily)\s+([^{}\\]*)(?:\\\/)?\}/g, '$1'],
  [/\\(?:index|label|vspace|hspace|noindent|protect|smallskip|medskip|bigskip)\*?(?:\{[^{}]*\})?/g, ''],
  [/\\(?:l?dots|textellipsis)(?:\{\})?/g, '...'],
  [/\\[ ,;/]/g, ' '],
  [/\\([%&_#${}])/g, '\uE001$1'],
  [/``|''/g, '"'],
  [/`/g, "'"],
  [/---?/g, '-'],
  [/~/g, ' '],
];

/** TeX: what is left with a command that is not known is not asked about. */
export function fromTex(source: string): SecondForm {
  const form: SecondForm = { sentences: [], tables: [] };
  let text = source
    .replace(/^[ \t]*%.*\n/gm, '')
    .replace(/(?<!\\)%.*$/gm, '')
    .replace(/^<<[\s\S]*?^@.*$/gm, '\n\n');
  text = text.slice(Math.max(0, text.indexOf('\\begin{document}')));
  const floats: string[] = [];
  text = without(text, /\\(?:footnote|caption|tablecaption|thanks)\*?(?:\[[^\]]*\])?\{/g, floats);
  for (const [, columns] of text.matchAll(
    /\\begin\{tabular[*x]?\}(?:\{\\\w+\})?(?:\[\w\])?\{[^\n]*\}([\s\S]*?)\\end\{tabular/g,
  )) {
    const rows = (columns ?? '')
      .replace(/\\(?:hline|toprule|midrule|bottomrule|cline\{[^}]*\}|cmidrule(?:\([^)]*\))?\{[^}]*\})/g, '')
      .split(/\\\\(?:\[[^\]]*\])?|\\tabularnewline/)
      .map((row) => row.split(/(?<!\\)&/).map(plainTex))
      .filter((row) => row.some((cell) => cell !== ''));
    const width = rows[0]?.length ?? 0;
    if (rows.length > 1 && width > 1 && rows.every((row) => row.length === width)) form.tables.push(rows);
  }
  for (const name of [
    'figure',
    'table',
    'equation',
    'align',
    'eqnarray',
    'verbatim',
    'lstlisting',
    'tikzpicture',
    'tabular',
    'thebibliography',
    'minted',
    'multline',
    'gather',
    'displaymath',
    'Schunk',
    'comment',
    'deluxetable',
    'CCSXML',
    'widetext',
    'longtable',
  ])
    text = text.replaceAll(new RegExp(`\\\\begin\\{${name}\\*?\\}[\\s\\S]*?\\\\end\\{${name}\\*?\\}`, 'g'), ' \uE000 ');
  text = text.replace(/\$\$[\s\S]*?\$\$|\\\[[\s\S]*?\\\]/g, ' \uE000 ');
  const paragraphs = text.split(
    /\n\s*\n|\\(?:sub)*(?:section|paragraph|chapter)\*?(?:\[[^\]]*\])?\{[^{}]*\}|\\item\b(?:\[[^\]]*\])?|\\(?:begin|end)\{\w+\*?\}|\\\\|\\par\b/,
  );
  for (const paragraph of paragraphs) form.sentences.push(...texSentences(paragraph, false));
  for (const float of floats) form.sentences.push(...texSentences(float, true));
  return form;
}

const isKnownTex = (text: string): boolean => !/[\\{}$^\uE000\uFFFD]/.test(text.replace(/\uE001./g, ''));

function texSentences(paragraph: string, isFloating: boolean): Sentence[] {
  return sentencesOf(rewritten(paragraph), isFloating)
    .filter(({ text }) => isKnownTex(text))
    .map((sentence) => ({ ...sentence, text: sentence.text.replaceAll('\uE001', '') }));
}

function plainTex(cell: string): string {
  const text = rewritten(cell).replace(/\s+/g, ' ').trim();
  return isKnownTex(text) ? text.replaceAll('\uE001', '') : '';
}

function rewritten(text: string): string {
  // Twice, for a macro in a macro.
  for (let turn = 0; turn < 2; turn++) for (const [pattern, by] of plainMacros) text = text.replace(pattern, by);
  return text;
}

/** The text without what the commands hold, brackets counted; their contents go into `taken`. */
function without(text: string, command: RegExp, taken: string[]): string {
  let result = '';
  let from = 0;
  for (const match of text.matchAll(command)) {
    if (match.index < from) continue;
    let depth = 1;
    let at = match.index + match[0].length;
    for (; at < text.length && depth > 0; at++) {
      if (text[at] === '\\') at++;
      else if (text[at] === '{') depth++;
      else if (text[at] === '}') depth--;
    }
    taken.push(text.slice(match.index + match[0].length, at - 1));
    result += text.slice(from, match.index);
    from = at;
  }
  return result + text.slice(from);
}
