import type { DefinedFeature } from './definition-changes.ts';
import { useIntegrationsText } from './integrations-text.ts';

/** What an integration brings: names and words of its features, each opening to its whole definition. */
export function FeatureList({ features }: { features: readonly DefinedFeature[] }) {
  const text = useIntegrationsText();
  return (
    <ul aria-label={text.features} className="divide-y divide-line rounded-lg border">
      {features.map(({ name, description, definition }) => (
        <li key={name} className="min-w-0 px-3 py-2">
          <details>
            <summary className="cursor-pointer text-sm">
              <code className="font-mono text-xs font-medium break-all">{name}</code>
              <span className="ml-2 break-words text-muted">{description}</span>
            </summary>
            <Definition definition={definition} label={text.definitionOf(name)} />
          </details>
        </li>
      ))}
    </ul>
  );
}

/** A definition as JSON. */
export function Definition({ definition, label }: { definition: string; label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions need the focus
      tabIndex={0}
      className="mt-2 max-h-60 overflow-auto rounded-md bg-sunken p-2"
    >
      <pre className="font-mono text-xs leading-5">{definition}</pre>
    </section>
  );
}
