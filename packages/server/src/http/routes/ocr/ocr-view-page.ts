import { createHash } from 'node:crypto';
import type { OcrPageElement } from '@parley/contract';

const style = `
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: #1c2128; background: #f4f5f7; }
main { display: grid; grid-template-columns: minmax(0, 3fr) minmax(16rem, 2fr); gap: 1.5rem; padding: 1.5rem; }
svg { width: 100%; height: auto; background: #fff; box-shadow: 0 1px 4px #0003; }
rect { fill: #2563eb14; stroke: #2563eb; vector-effect: non-scaling-stroke; }
rect.uncertain { fill: #dc262622; stroke: #dc2626; }
rect:hover { fill: #2563eb44; }
pre { white-space: pre-wrap; margin: 0; font: inherit; }
aside { background: #fff; padding: 1rem 1.25rem; box-shadow: 0 1px 4px #0003; align-self: start; }
@media (max-width: 50rem) { main { grid-template-columns: 1fr; } }
`;

/** A page for people: the image, a box around each word (red: should be checked), the text beside it. */
export function ocrViewPage(page: OcrPageElement, imageAddress: string): { html: string; policy: string } {
  const { width, height } = page.dimensions;
  const boxes = page.blocks
    .flatMap((block) => block.words ?? [])
    .map((word) => {
      const { x, y, width: w, height: h } = word.bounding_box;
      const mark = word.uncertain ? ' class="uncertain"' : '';
      const label = `${word.text} (${Math.round(word.confidence * 100)} %)`;
      return `<rect x="${x}" y="${y}" width="${w}" height="${h}"${mark}><title>${escapeHtml(label)}</title></rect>`;
    });
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>What was read</title><style>${style}</style></head>
<body><main>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="The page with a box around each word">
<image href="${escapeHtml(imageAddress)}" width="${width}" height="${height}"/>
${boxes.join('\n')}
</svg>
<aside><p>Confidence ${Math.round(page.confidence * 100)} %. Words in red should be checked.</p>
<pre>${escapeHtml(page.text || 'No text was found.')}</pre></aside>
</main></body></html>`;
  const hash = createHash('sha256').update(style).digest('base64');
  return { html, policy: `default-src 'none'; img-src 'self'; style-src 'sha256-${hash}'` };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
