import { nodesOf, type PageDocument, type PageElement } from './page-node.ts';

const neverShown =
  'script, style, noscript, template, svg, canvas, iframe, object, embed, button, input, select, textarea';
const maybeHidden = '[hidden], [aria-hidden=true], [style]';
const hiddenStyle =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d]*[1-9])|opacity\s*:\s*0(?![.\d]*[1-9])|(?:left|top|text-indent)\s*:\s*-\d{3,})/i;

/**
 * Takes out what a visitor does not see: scripts, controls, hidden elements. Text hidden from people but not from
 * machines is where instructions to models are put. What holds most of the page's text stays: scripts unhide it.
 */
export function removeUnseen(document: PageDocument): void {
  for (const element of nodesOf(document.querySelectorAll(neverShown))) element.remove();
  const whole = document.body?.textContent?.length ?? 0;
  for (const element of nodesOf(document.querySelectorAll(maybeHidden))) {
    if (isHidden(element) && (element.textContent?.length ?? 0) < whole / 2) element.remove();
  }
}

function isHidden(element: PageElement): boolean {
  if (element.getAttribute('hidden') !== null) return true;
  if (element.getAttribute('aria-hidden') === 'true') return true;
  return hiddenStyle.test(element.getAttribute('style') ?? '');
}
