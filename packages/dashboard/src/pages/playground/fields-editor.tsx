import { Plus, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox, Input, Select } from '../../ui/field.tsx';
import { usePlaygroundText } from './playground-text.ts';
import { type FieldSpec, fieldTypes, newField } from './schema-fields.ts';

export interface FieldsEditorProps {
  fields: FieldSpec[];
  onFields: (fields: FieldSpec[]) => void;
  depth?: number;
}

const maxDepth = 3;

/** The fields of an object, one below the other; groups hold fields of their own. */
export function FieldsEditor({ fields, onFields, depth = 0 }: FieldsEditorProps) {
  const text = usePlaygroundText();
  const change = (index: number, part: Partial<FieldSpec>) =>
    onFields(fields.map((field, at) => (at === index ? { ...field, ...part } : field)));
  return (
    <div className="flex flex-col gap-2">
      {fields.map((field, index) => (
        <FieldRow
          // Fields have no name of their own but their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added and removed
          key={index}
          field={field}
          depth={depth}
          onChange={(part) => change(index, part)}
          onRemove={() => onFields(fields.filter((_, at) => at !== index))}
        />
      ))}
      <Button
        size="small"
        look="quiet"
        className="self-start"
        icon={<Plus aria-hidden />}
        onClick={() => onFields([...fields, newField()])}
      >
        {text.addField}
      </Button>
    </div>
  );
}

interface FieldRowProps {
  field: FieldSpec;
  depth: number;
  onChange: (part: Partial<FieldSpec>) => void;
  onRemove: () => void;
}

function FieldRow({ field, depth, onChange, onRemove }: FieldRowProps) {
  const text = usePlaygroundText();
  const types = fieldTypes.filter((type) => depth < maxDepth || (type !== 'object' && type !== 'objects'));
  const isGroup = field.type === 'object' || field.type === 'objects';
  return (
    <div className="rounded-md border bg-sunken p-2">
      <div className="flex flex-wrap items-center gap-2">
        <Input
          aria-label={text.fieldName}
          placeholder={text.fieldName}
          className="min-w-24 flex-1 font-mono text-xs!"
          value={field.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <Select
          aria-label={text.fieldType}
          className="w-36"
          value={field.type}
          onValue={(value) => onChange({ type: types.find((one) => one === value) ?? 'string' })}
          options={types.map((value) => ({ value, label: text.types[value] }))}
        />
        <IconButton label={text.removeField(field.name)} onClick={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Input
          aria-label={text.fieldDescription}
          placeholder={text.fieldDescription}
          className="min-w-32 flex-1"
          value={field.description}
          onChange={(event) => onChange({ description: event.target.value })}
        />
        <Checkbox
          label={text.fieldRequired}
          checked={field.isRequired}
          onValue={(isRequired) => onChange({ isRequired })}
        />
      </div>
      {field.type === 'choice' && (
        <Input
          aria-label={text.fieldChoices}
          placeholder={text.fieldChoices}
          className="mt-2"
          defaultValue={field.choices.join(', ')}
          onChange={(event) =>
            onChange({
              choices: event.target.value
                .split(',')
                .map((one) => one.trim())
                .filter(Boolean),
            })
          }
        />
      )}
      {isGroup && (
        <div className="mt-2 border-l-2 pl-2">
          <FieldsEditor fields={field.fields} onFields={(fields) => onChange({ fields })} depth={depth + 1} />
        </div>
      )}
    </div>
  );
}
