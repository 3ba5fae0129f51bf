import type { EngineState } from '@parley/sdk';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useUiText } from '../../ui/ui-text.ts';
import { useChange } from '../../ui/use-change.ts';
import { useSettingsText } from './settings-text.ts';

/** What the vendor of an engine asks, in dollars per million tokens: for those whose price nobody knows. */
export function PriceDialog({ engine, onClose }: { engine: EngineState; onClose: () => void }) {
  const text = useSettingsText();
  const ui = useUiText();
  const parley = useParley();
  const { upstream_prices: known, price } = engine;
  const [input, setInput] = useState(String(known?.input_usd ?? ''));
  const [output, setOutput] = useState(String(known?.output_usd ?? ''));
  const put = useChange({
    change: (prices: { input_usd: number; output_usd: number } | null) =>
      parley.api.setEnginePrice({ body: { engine: engine.engine, prices } }),
    // Costs of what was called from now on, and the warning on the first page.
    queryKey: [],
    said: (prices) => (prices === null ? text.priceTakenBack : text.priceSaved),
    onDone: onClose,
  });
  const field = (label: string, value: string, set: (value: string) => void) => (
    <TextField label={label} type="number" required min={0} max={100_000} step="any" value={value} onChange={set} />
  );
  return (
    <FormDialog
      onClose={onClose}
      size="small"
      title={text.setPrice}
      description={<span className="font-mono text-xs break-all">{engine.engine}</span>}
      action={ui.save}
      onSubmit={() => put.mutate({ input_usd: Number(input), output_usd: Number(output) })}
      isBusy={put.isPending}
      aside={
        price === 'set' && (
          <Button look="danger" className="mr-auto" onClick={() => put.mutate(null)} isBusy={put.isPending}>
            {text.takePriceBack}
          </Button>
        )
      }
    >
      <p className="text-sm text-soft">{text.setPriceHint}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {field(text.priceIn, input, setInput)}
        {field(text.priceOut, output, setOutput)}
      </div>
    </FormDialog>
  );
}
