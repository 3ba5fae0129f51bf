/** As deep as browsers nest elements; of what is deeper the text is kept. */
const deepest = 512;
/** Their content is no text of the page, or taken as it stands, tags and all; with what ends them. */
const ends: Readonly<Record<string, RegExp>> = {
  script: /<\/script/gi,
  style: /<\/style/gi,
  noscript: /<\/noscript/gi,
  template: /<\/template/gi,
  svg: /<\/svg/gi,
  pre: /<\/pre/gi,
  textarea: /<\/textarea/gi,
};
const asWritten = new Set(['pre', 'textarea']);
const voidElements = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** Within itself such an element says nothing more. */
const marks = new Set('a b i em strong code del s strike kbd samp tt u'.split(' '));
/** One of them is not two; a list, a heading and a cell that are very long are all the same. */
const wholes = new Set(
  'ol li dt dd h1 h2 h3 h4 h5 h6 table caption thead tbody tfoot tr td th select option'.split(' '),
);
const longWhole = 120_000;
/** Before what the text may be cut: first where a block begins, in a longer piece at any tag. */
const blocks = new Set(
  'div section article main header footer nav aside center form figure blockquote dl dt dd ul ol li p table pre h1 h2 h3 h4 h5 h6 hr br'.split(
    ' ',
  ),
);
const leastPiece = 30_000;
const longPiece = 60_000;
const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
/** Lists, their items and quotes set in what they hold; deeper ones no further. */
const setIn = new Set(['ul', 'ol', 'li', 'blockquote']);
const mostSetIn = 40;
/** Of more breaks in a row nothing is to be seen. */
const mostBreaks = 3;
const cells = ['td', 'th'];
const rows = [...cells, 'tr'];
const groups = [...rows, 'thead', 'tbody', 'tfoot'];
/** What the beginning of an element ends, as far as the last element that holds such ones. */
const implied: Readonly<Record<string, { ends: readonly string[]; within: readonly string[] }>> = {
  li: { ends: ['li'], within: ['ul', 'ol', 'menu'] },
  dt: { ends: ['dt', 'dd'], within: ['dl'] },
  dd: { ends: ['dt', 'dd'], within: ['dl'] },
  option: { ends: ['option'], within: ['select'] },
  td: { ends: cells, within: ['table'] },
  th: { ends: cells, within: ['table'] },
  tr: { ends: rows, within: ['table'] },
  thead: { ends: groups, within: ['table'] },
  tbody: { ends: groups, within: ['table'] },
  tfoot: { ends: groups, within: ['table'] },
};
const anyTag = /<(\/?)([a-z][-.:\w]*)(?=[\s/>])/gi;

/**
 * The same HTML with every element ended and nested no deeper than browsers do, rows around cells, without comments and scripts: a converter that
 * does not know which ends may be left out loses rows, and takes the square of a text whose elements stay open. It takes the square of a long text,
 * too, so that this comes in pieces, each well formed by itself. One pass.
 */
export function wellFormedHtml(given: string): string[] {
  const html = withoutOpenEnds(given);
  const pieces: string[] = [];
  let written: string[] = [];
  let length = 0;
  let total = 0;
  const write = (text: string): void => {
    written.push(text);
    length += text.length;
    total += text.length;
  };
  /** Open elements as they are written; those that are too deep are empty. */
  const open: { name: string; raw: string }[] = [];
  /** Where those began that are better not cut. */
  const begun: number[] = [];
  const marked = new Set<string>();
  let deep = 0;
  const end = (count: number): void => {
    for (const { name, raw } of open.splice(open.length - count).reverse()) {
      if (raw === '') continue;
      marked.delete(name);
      if (wholes.has(name)) begun.pop();
      if (setIn.has(name)) deep--;
      write(`</${raw}>`);
    }
  };
  const begin = (name: string, raw: string, tag: string): void => {
    const isShown = open.length < deepest && !marked.has(name) && !(setIn.has(name) && deep >= mostSetIn);
    open.push({ name, raw: isShown ? raw : '' });
    if (!isShown) return;
    if (marks.has(name)) marked.add(name);
    if (wholes.has(name)) begun.push(total);
    if (setIn.has(name)) deep++;
    write(tag);
  };
  /** How many open elements lie within the last one of some names, with itself; 0 when there is none before `within`. */
  const reach = (names: readonly string[], within: readonly string[]): number => {
    let found = 0;
    for (let at = open.length - 1; at >= 0 && open.length - at <= deepest; at--) {
      const { name = '' } = open[at] ?? {};
      if (within.includes(name)) break;
      if (names.includes(name)) found = open.length - at;
    }
    return found;
  };
  /** Ends the piece; the next one opens anew what is open. */
  const cut = (name: string): void => {
    if (length < leastPiece || !(blocks.has(name) || length > longPiece)) return;
    const from = begun.at(-1);
    if (from !== undefined && total - from < longWhole) return;
    const again = open.filter(({ raw }) => raw !== '');
    for (const { raw } of again.toReversed()) write(`</${raw}>`);
    pieces.push(written.join(''));
    written = again.map(({ raw }) => `<${raw}>`);
    length = 0;
  };
  /** Where the next end of each kind was found, so that none is looked for twice. */
  const closes = new Map<string, number>();
  const nextClose = (name: string, pattern: RegExp, from: number): number => {
    const known = closes.get(name);
    if (known !== undefined && (known < 0 || known >= from)) return known;
    pattern.lastIndex = from;
    const found = pattern.exec(html)?.index ?? -1;
    closes.set(name, found);
    return found;
  };
  let breaks = 0;
  let at = 0;
  anyTag.lastIndex = 0;
  for (let match = anyTag.exec(html); match !== null; match = anyTag.exec(html)) {
    const [, slash, raw = ''] = match;
    const tag = html.slice(match.index, html.indexOf('>', match.index) + 1);
    const name = raw.toLowerCase();
    const text = html.slice(at, match.index);
    breaks = name === 'br' ? breaks + 1 : 0;
    if (/\S/u.test(text)) breaks = Math.min(breaks, 1);
    if (breaks <= mostBreaks) write(text);
    at = match.index + tag.length;
    anyTag.lastIndex = at;
    if (breaks > mostBreaks) continue;
    if (voidElements.has(name) || tag.endsWith('/>')) {
      cut(name);
      write(tag);
      continue;
    }
    if (slash === '/') {
      const last =
        open.at(-1)?.name === name ? 1 : reach([name], cells.includes(name) || name === 'tr' ? ['table'] : []);
      end(last);
      continue;
    }
    const closing = Object.hasOwn(ends, name) ? ends[name] : undefined;
    if (closing) {
      const close = nextClose(name, closing, at);
      const after = close < 0 ? -1 : html.indexOf('>', close) + 1;
      // What never ends is no such element.
      if (after <= 0) continue;
      if (asWritten.has(name)) write(`${tag}${html.slice(at, close)}</${raw}>`);
      at = after;
      anyTag.lastIndex = after;
      continue;
    }
    const rule = implied[name];
    if (rule) end(reach(rule.ends, rule.within));
    const last = open.at(-1)?.name ?? '';
    if ((name === 'p' && last === 'p') || (headings.has(name) && headings.has(last))) end(1);
    cut(name);
    if (cells.includes(name) && reach(['tr'], ['table']) === 0 && reach(['table'], []) > 0) begin('tr', 'tr', '<tr>');
    begin(name, raw, tag);
  }
  write(html.slice(at));
  end(open.length);
  return [...pieces, written.join('')];
}

/** Comments are taken out, and what opens one or a tag that never ends is text. */
function withoutOpenEnds(html: string): string {
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const start = html.indexOf('<!--', at);
    const end = start < 0 ? -1 : html.indexOf('-->', start + 4);
    if (end < 0) break;
    kept.push(html.slice(at, start));
    at = end + 3;
  }
  const rest = html.slice(at).replaceAll('<!--', '&lt;!--');
  const closed = rest.lastIndexOf('>') + 1;
  return `${kept.join('')}${rest.slice(0, closed)}${rest.slice(closed).replaceAll('<', '&lt;')}`;
}
