import { PageHeader } from './card.tsx';
import { Problem, type ProblemProps } from './problem.tsx';
import { useUiText } from './ui-text.ts';

/** In the place of a page that could not be shown at all: with the heading that every page has. */
export function PageProblem(props: ProblemProps) {
  const text = useUiText();
  return (
    <>
      <PageHeader title={text.pageNotShown} />
      <Problem {...props} />
    </>
  );
}
