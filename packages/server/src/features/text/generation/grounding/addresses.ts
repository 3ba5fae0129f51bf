/** An address in a reply, with the part that goes when nobody gave it, and what stands there then. */
export interface GivenAddress {
  start: number;
  end: number;
  /** As it is written. */
  address: string;
  instead: string;
}

/** What a page that shows the reply would lead to or fetch: an address in the open, or one in an attribute. */
const open = /\b(?:https?|ftp|wss?):\/\/[^\s<>"'`\])}|]{1,4000}|\b(?:src|href)=["']?([^\s<>"'`]{1,4000})/gi;
const trailing = new Set('.,;:!?*_');
const mostLooked = 100;
/** A link's title with its quotes and blanks. */
const longestTitle = 300;

/** The addresses of links (`[text](address)`), pictures, attributes, and those in the open, each kind in its order; places do not overlap. */
export function addressesIn(text: string): GivenAddress[] {
  const links = linksIn(text);
  const found = [...links];
  let next = 0;
  for (const match of text.matchAll(open)) {
    const whole = match[1] ?? match[0];
    const start = match.index + match[0].length - whole.length;
    let end = start + whole.length;
    while (end > start && trailing.has(text.charAt(end - 1))) end--;
    while ((links[next]?.end ?? Infinity) <= start) next++;
    if ((links[next]?.start ?? Infinity) < end) continue;
    found.push({ start, end, address: text.slice(start, end), instead: match[1] === undefined ? '[…]' : '' });
  }
  return found;
}

/** Nothing is looked at twice: each search begins behind the link before and is bounded by it or by a length. */
function linksIn(text: string): GivenAddress[] {
  const links: GivenAddress[] = [];
  let behind = 0;
  for (let close = text.indexOf(']('); close >= 0; close = text.indexOf('](', behind)) {
    const before = text.slice(behind, close);
    let from = close + 2;
    while (text.charAt(from) === ' ') from++;
    const isBracketed = text.charAt(from) === '<';
    if (isBracketed) from++;
    const to = endOfAddress(text, from, isBracketed);
    const address = text.slice(from, to);
    const opening = before.lastIndexOf('[');
    const isPicture = before.charAt(opening - 1) === '!';
    const first = behind + opening - 1;
    const title = text.slice(to, to + longestTitle).indexOf(')');
    behind = title < 0 ? Math.max(to, close + 2) : to + title + 1;
    if (address === '' || address.startsWith('#')) continue;
    // The words before the bracket may have gone out already: they stay, and a picture goes whole.
    if (!isPicture) links.push({ start: close, end: behind, address, instead: ']' });
    else {
      const isBetweenBlanks = text.charAt(first - 1) === ' ' && text.charAt(behind) === ' ';
      links.push({ start: first - (isBetweenBlanks ? 1 : 0), end: behind, address, instead: '' });
    }
  }
  return links;
}

function endOfAddress(text: string, from: number, isBracketed: boolean): number {
  let to = from;
  for (let depth = 0; to < text.length; to++) {
    const letter = text.charAt(to);
    if (isBracketed ? letter === '>' : /\s/.test(letter) || (letter === ')' && depth === 0)) break;
    if (letter === '(') depth++;
    else if (letter === ')') depth--;
  }
  return to;
}

/** The addresses that the passages and the caller gave. */
export class KnownAddresses {
  readonly #texts: readonly string[];
  readonly #known = new Map<string, boolean>();

  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  /** Whether it stands in one of the texts as it is, with or without its scheme. */
  has(address: string): boolean {
    const known = this.#known.get(address);
    if (known !== undefined) return known;
    // Each is looked for through all texts.
    if (this.#known.size >= mostLooked) return false;
    const wanted = address.replace(/^(?:(?:https?|ftp|wss?|mailto|tel):)?(?:\/\/)?/i, '').replace(/\/$/, '');
    const holds = wanted !== '' && this.#texts.some((text) => holdsWhole(text, wanted));
    this.#known.set(address, holds);
    return holds;
  }
}

/** What would go on with an address: the text then holds another one. */
const goesOn = /^(?:[\w%&=#@~+-]|[/?.:][\w%&=#~+-])/;

function holdsWhole(text: string, address: string): boolean {
  for (let at = text.indexOf(address); at >= 0; at = text.indexOf(address, at + address.length)) {
    const behind = text.slice(at + address.length, at + address.length + 2);
    if (!goesOn.test(behind) && !/[\w@.-]$/.test(text.slice(Math.max(0, at - 1), at))) return true;
  }
  return false;
}
