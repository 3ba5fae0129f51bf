import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/segments.tsx';
import { FieldsEditor } from './fields-editor.tsx';
import { JsonField } from './json-field.tsx';
import { usePlaygroundText } from './playground-text.ts';
import { fieldsOfSchema, schemaOfFields } from './schema-fields.ts';
import { schemaFromSample } from './schema-from-sample.ts';

type Schema = Record<string, unknown>;

const views = ['form', 'json', 'sample'] as const;
type View = (typeof views)[number];

interface SchemaViewsProps {
  schema: Schema;
  onSchema: (schema: Schema) => void;
  /** Inputs of tools are objects; a sample of them is of little use. */
  hasSample?: boolean;
}

/** Three ways to write one schema. */
export function SchemaViews({ schema, onSchema, hasSample = true }: SchemaViewsProps) {
  const text = usePlaygroundText();
  const [view, setView] = useState<View>('form');
  // Fields without a name yet are no part of the schema, so the form keeps them.
  const [drafted, setDrafted] = useState({ schema, fields: fieldsOfSchema(schema) });
  const fields = drafted.schema === schema ? drafted.fields : fieldsOfSchema(schema);
  const labels = { form: text.schemaForm, json: text.schemaJson, sample: text.schemaSample };
  return (
    <div className="flex flex-col gap-3">
      <Segments
        label={text.schemaViews}
        value={view}
        onValue={setView}
        options={views.filter((one) => hasSample || one !== 'sample').map((key) => ({ key, label: labels[key] }))}
      />
      {view === 'form' &&
        (fields ? (
          <FieldsEditor
            fields={fields}
            onFields={(next) => {
              const made = schemaOfFields(next);
              setDrafted({ schema: made, fields: next });
              onSchema(made);
            }}
          />
        ) : (
          <p className="text-sm text-muted">{text.tooRich}</p>
        ))}
      {view === 'json' && <JsonField label={text.schemaJson} value={schema} onValue={onSchema} />}
      {view === 'sample' && (
        <Sample
          onSchema={(made) => {
            onSchema(made);
            setView(fieldsOfSchema(made) ? 'form' : 'json');
          }}
        />
      )}
    </div>
  );
}

function Sample({ onSchema }: { onSchema: (schema: Schema) => void }) {
  const text = usePlaygroundText();
  const [sample, setSample] = useState<Schema | null>(null);
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-xs text-muted">{text.sampleHint}</p>
      <div className="w-full">
        <JsonField label={text.schemaSample} value={sample} onValue={setSample} />
      </div>
      <Button size="small" disabled={sample === null} onClick={() => sample && onSchema(schemaFromSample(sample))}>
        {text.useSample}
      </Button>
    </div>
  );
}
