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
const mostLooked = 500;

/** The addresses of links (`[text](address)`), pictures, attributes, and those in the open; places do not overlap. */
export function addressesIn(text: string): GivenAddress[] {
  const found: GivenAddress[] = [];
  for (let at = text.indexOf(']('); at >= 0; at = text.indexOf('](', at + 2)) {
    const link = linkAt(text, at);
    if (link !== null) found.push(link);
  }
  for (const match of text.matchAll(open)) {
    const whole = match[1] ?? match[0];
    const start = match.index + match[0].length - whole.length;
    let end = start + whole.length;
    while (end > start && trailing.has(text.charAt(end - 1))) end--;
    if (found.some((link) => start < link.end && end > link.start)) continue;
    found.push({ start, end, address: text.slice(start, end), instead: match[1] === undefined ? '[…]' : '' });
  }
  return found;
}

/** The link or picture whose text ends at `](`; its words stay, a picture goes whole. */
function linkAt(text: string, close: number): GivenAddress | null {
  let from = close + 2;
  while (text.charAt(from) === ' ') from++;
  const isBracketed = text.charAt(from) === '<';
  if (isBracketed) from++;
  let to = from;
  for (let depth = 0; to < text.length; to++) {
    const letter = text.charAt(to);
    if (isBracketed ? letter === '>' : /\s/.test(letter) || (letter === ')' && depth === 0)) break;
    if (letter === '(') depth++;
    else if (letter === ')') depth--;
  }
  const address = text.slice(from, to);
  if (address === '' || address.startsWith('#')) return null;
  const closing = text.indexOf(')', to);
  const end = closing < 0 ? text.length : closing + 1;
  const opening = text.lastIndexOf('[', close);
  const isPicture = opening > 0 && text.charAt(opening - 1) === '!';
  if (isPicture) {
    const isBetweenBlanks = text.charAt(opening - 2) === ' ' && text.charAt(end) === ' ';
    return { start: opening - (isBetweenBlanks ? 2 : 1), end, address, instead: '' };
  }
  // The words before the bracket may have gone out already.
  return { start: close, end, address, instead: ']' };
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
