import { Lock } from 'lucide-react';
import { EmptyState } from './empty-state.tsx';
import { useUiText } from './ui-text.ts';

/** In place of what the reader's role does not show, so that a link to it leads to a sentence and not to nothing. */
export function NotAllowed() {
  const text = useUiText();
  return (
    <EmptyState icon={<Lock aria-hidden />} title={text.notAllowed}>
      {text.errorAllowed}
    </EmptyState>
  );
}
