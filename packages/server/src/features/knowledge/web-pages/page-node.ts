/** The part of the DOM that extraction uses. linkedom's nodes satisfy it. */
export interface PageNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly childNodes: ArrayLike<PageNode>;
  readonly textContent: string | null;
  readonly parentNode: PageNode | null;
  remove(): void;
}

export interface PageElement extends PageNode {
  readonly parentNode: PageElement | null;
  getAttribute(name: string): string | null;
  querySelectorAll(selector: string): ArrayLike<PageElement>;
  querySelector(selector: string): PageElement | null;
}

export interface PageDocument extends PageElement {
  readonly documentElement: PageElement | null;
  readonly body: PageElement | null;
  readonly title: string;
}

const elementNode = 1;
const textNode = 3;

export function isElement(node: PageNode): node is PageElement {
  return node.nodeType === elementNode;
}

export function isText(node: PageNode): boolean {
  return node.nodeType === textNode;
}

/** A fixed copy, so that nodes can be removed while walking. */
export function nodesOf<Node extends PageNode>(nodes: ArrayLike<Node>): Node[] {
  return Array.from(nodes);
}
