import { lazy, Suspense } from 'react';
import { Checkbox } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { usePlaygroundText } from './playground-text.ts';
import { newField, schemaOfFields } from './schema-fields.ts';
import { Section } from './section.tsx';

const SchemaViews = lazy(async () => ({ default: (await import('./schema-views.tsx')).SchemaViews }));

type Schema = Record<string, unknown>;

export interface SchemaBuilderProps {
  schema: Schema | null;
  onSchema: (schema: Schema | null) => void;
}

/** The shape of the reply: from a form, as JSON, or read off a sample. */
export function SchemaBuilder({ schema, onSchema }: SchemaBuilderProps) {
  const text = usePlaygroundText();
  return (
    <Section title={text.structured} isOpen={schema !== null}>
      <Checkbox
        label={text.structured}
        hint={text.structuredHint}
        checked={schema !== null}
        onValue={(isOn) => onSchema(isOn ? schemaOfFields([newField('name')]) : null)}
      />
      {schema !== null && (
        <div className="mt-3">
          <Suspense fallback={<Skeleton className="h-32 w-full" />}>
            <SchemaViews schema={schema} onSchema={onSchema} />
          </Suspense>
        </div>
      )}
    </Section>
  );
}
