import { isElement, isText, nodesOf, type PageElement, type PageNode } from './page-node.ts';

const blockNames = new Set(
  (
    'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CAPTION CENTER DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM ' +
    'H1 H2 H3 H4 H5 H6 HEADER HGROUP HR LEGEND LI MAIN MENU NAV OL P PRE SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'
  ).split(' '),
);

/** Text of a page's block: a paragraph, a heading, a list item, a table cell. */
export interface Block {
  text: string;
  /** Share of the characters that stand inside links, 0 to 1. */
  linkDensity: number;
  /** Name of the element that the block is, upper case. */
  name: string;
}

/** The blocks of an element in reading order, white space collapsed, without the elements that `skip` names. */
export function blocksOf(root: PageElement, skip: (element: PageElement) => boolean = () => false): Block[] {
  const blocks: Block[] = [];
  let text = '';
  let linked = 0;
  const flush = (name: string) => {
    const collapsed = text
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .trim();
    if (collapsed) blocks.push({ text: collapsed, linkDensity: Math.min(1, linked / collapsed.length), name });
    text = '';
    linked = 0;
  };
  const walk = (node: PageNode, block: string, isLinked: boolean, isPreformatted: boolean) => {
    if (isText(node)) {
      const raw = node.textContent ?? '';
      const value = isPreformatted ? raw : raw.replace(/\s+/g, ' ');
      text += value;
      if (isLinked) linked += value.trim().length;
      return;
    }
    if (!isElement(node) || skip(node)) return;
    const name = node.nodeName.toUpperCase();
    if (name === 'BR') {
      text += '\n';
      return;
    }
    const isBlock = blockNames.has(name);
    if (isBlock) flush(block);
    const inner = isBlock ? name : block;
    for (const child of nodesOf(node.childNodes)) {
      walk(child, inner, isLinked || name === 'A', isPreformatted || name === 'PRE');
    }
    if (isBlock) flush(inner);
  };
  walk(root, root.nodeName.toUpperCase(), false, false);
  flush(root.nodeName.toUpperCase());
  return blocks;
}

export function joinBlocks(blocks: readonly Block[]): string {
  return blocks.map((block) => block.text).join('\n\n');
}
