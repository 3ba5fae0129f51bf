import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { Segments } from '../../ui/segments.tsx';
import { exampleTool, type ToolDraft } from './draft.ts';
import { JsonField } from './json-field.tsx';
import { usePlaygroundText } from './playground-text.ts';
import { SchemaViews } from './schema-views.tsx';

export interface ToolsEditorProps {
  tools: ToolDraft[];
  onTools: (tools: ToolDraft[]) => void;
}

/** Tools as forms, or all of them as JSON. */
export function ToolsEditor({ tools, onTools }: ToolsEditorProps) {
  const text = usePlaygroundText();
  const [view, setView] = useState<'form' | 'json'>('form');
  const add = () => {
    const isFirst = tools.length === 0;
    const empty = { name: `tool_${tools.length + 1}`, description: '', schema: { type: 'object', properties: {} } };
    onTools([...tools, isFirst ? exampleTool : empty]);
  };
  return (
    <>
      <p className="mb-2 text-xs text-muted">{text.toolsHint}</p>
      {tools.length > 0 && (
        <div className="mb-3">
          <Segments
            label={text.toolViews}
            value={view}
            onValue={setView}
            options={[
              { key: 'form', label: text.schemaForm },
              { key: 'json', label: text.schemaJson },
            ]}
          />
        </div>
      )}
      {view === 'form' || tools.length === 0 ? (
        <div className="flex flex-col gap-2">
          {tools.map((tool, index) => (
            <ToolForm
              // Tools have no name of their own but their place: the name is being typed.
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added and removed
              key={index}
              tool={tool}
              onTool={(next) => onTools(tools.map((one, at) => (at === index ? next : one)))}
              onRemove={() => onTools(tools.filter((_, at) => at !== index))}
            />
          ))}
          <Button size="small" className="self-start" icon={<Plus aria-hidden />} onClick={add}>
            {text.addTool}
          </Button>
        </div>
      ) : (
        <JsonField
          label={text.tools}
          value={toObject(tools)}
          onValue={(value) => onTools(fromObject(value))}
          minHeight={220}
        />
      )}
    </>
  );
}

interface ToolFormProps {
  tool: ToolDraft;
  onTool: (tool: ToolDraft) => void;
  onRemove: () => void;
}

function ToolForm({ tool, onTool, onRemove }: ToolFormProps) {
  const text = usePlaygroundText();
  return (
    <div className="flex flex-col gap-2 rounded-md border p-2">
      <div className="flex gap-2">
        <Input
          aria-label={text.toolName}
          placeholder={text.toolName}
          className="font-mono text-xs!"
          value={tool.name}
          onChange={(event) => onTool({ ...tool, name: event.target.value })}
        />
        <IconButton label={text.removeTool(tool.name)} onClick={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      <Input
        aria-label={text.toolDescription}
        placeholder={text.toolDescription}
        value={tool.description}
        onChange={(event) => onTool({ ...tool, description: event.target.value })}
      />
      <span className="text-xs font-medium text-soft">{text.toolInputs}</span>
      <SchemaViews schema={tool.schema} onSchema={(schema) => onTool({ ...tool, schema })} hasSample={false} />
    </div>
  );
}

/** By name, as the agent's endpoint describes them. */
const toObject = (tools: ToolDraft[]) =>
  Object.fromEntries(tools.map(({ name, description, schema }) => [name, { description, input_schema: schema }]));

function fromObject(value: Record<string, unknown>): ToolDraft[] {
  return Object.entries(value).map(([name, one]) => {
    const read: Record<string, unknown> = typeof one === 'object' && one !== null ? { ...one } : {};
    const { input_schema } = read;
    const schema = typeof input_schema === 'object' && input_schema !== null ? { ...input_schema } : { type: 'object' };
    return { name, description: typeof read.description === 'string' ? read.description : '', schema };
  });
}
