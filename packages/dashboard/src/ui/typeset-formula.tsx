import katex from 'katex';
import { useMemo } from 'react';

/** Longer ones stay as they were written: a model may write anything. */
const longest = 4_000;

/** As MathML, which browsers draw themselves: no fonts, no style sheet. A formula that cannot be read stays as it was written. */
export function TypesetFormula({ tex, isBlock = false }: { tex: string; isBlock?: boolean }) {
  const html = useMemo(() => typeset(tex, isBlock), [tex, isBlock]);
  if (html === null) return <code className="font-mono text-[0.9em]">{tex}</code>;
  const Tag = isBlock ? 'div' : 'span';
  return (
    <Tag
      className={isBlock ? 'max-w-full overflow-x-auto py-1 text-center' : undefined}
      // What KaTeX makes of a formula holds no element but those of MathML; commands that could are off.
      // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

function typeset(tex: string, displayMode: boolean): string | null {
  if (tex.length > longest) return null;
  try {
    return katex.renderToString(tex, { displayMode, output: 'mathml', trust: false, strict: 'ignore', maxExpand: 200 });
  } catch {
    return null;
  }
}
