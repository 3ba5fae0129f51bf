import { lazy, Suspense } from 'react';

export interface FormulaProps {
  /** In the language of TeX. */
  tex: string;
  /** On a line of its own. */
  isBlock?: boolean;
}

const Typeset = lazy(async () => ({ default: (await import('./typeset-formula.tsx')).TypesetFormula }));

/** A formula. Until what sets it is there it stands as it was written. */
export function Formula(props: FormulaProps) {
  const { tex, isBlock = false } = props;
  return (
    <Suspense fallback={<code className={isBlock ? 'block font-mono text-sm' : 'font-mono text-[0.9em]'}>{tex}</code>}>
      <Typeset {...props} />
    </Suspense>
  );
}
