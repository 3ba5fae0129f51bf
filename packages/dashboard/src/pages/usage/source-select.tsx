import { useUrlState } from '../../lib/url-state.ts';
import { Select } from '../../ui/field.tsx';
import { useUsageText } from './usage-text.ts';

export const sources = ['key', 'dashboard', 'evaluation'] as const;

/** Programs with keys, people in the dashboard, runs of evaluations, or all of them. */
export function SourceSelect({ className }: { className?: string }) {
  const text = useUsageText();
  const [source, setSource] = useUrlState('source');
  return (
    <Select
      aria-label={text.source}
      {...(className !== undefined && { className })}
      value={source}
      onValue={setSource}
      options={[
        { value: '', label: text.allSources },
        ...sources.map((value) => ({ value, label: text.sources[value] })),
      ]}
    />
  );
}
