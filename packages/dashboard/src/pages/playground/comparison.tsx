import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { Duration, Money, NumberValue } from '../../ui/values.tsx';
import { useCost } from './figures.tsx';
import { usePlaygroundText } from './playground-text.ts';
import type { Run } from './run.ts';
import { usualModel } from './to-request.ts';

/** The figures of replies to the same request, a row each, so that they can be compared. */
export function Comparison({ runs }: { runs: readonly Run[] }) {
  const text = usePlaygroundText();
  const heads = [text.model, text.latency, text.firstToken, text.tokensIn, text.tokensOut, text.cost];
  return (
    <Card title={text.comparison} isFlush>
      <section
        aria-label={text.comparison}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions need the focus
        tabIndex={0}
        className="overflow-x-auto"
      >
        <table className="w-full text-sm">
          <thead className="text-xs text-muted">
            <tr>
              {heads.map((head, index) => (
                <th
                  key={head}
                  scope="col"
                  className={`px-4 py-2 font-medium whitespace-nowrap ${index === 0 ? 'text-left' : 'text-right'}`}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {runs.map((run, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same model may be asked twice
              <Row key={index} run={run} />
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}

function Row({ run }: { run: Run }) {
  const text = usePlaygroundText();
  const cost = useCost(run);
  const { reply, durationMs, firstTokenMs } = run;
  const values: Array<[name: string, value: ReactNode]> = [
    ['time', durationMs !== null && <Duration ms={durationMs} />],
    ['first', firstTokenMs !== null && <Duration ms={firstTokenMs} />],
    ['in', reply.usage && <NumberValue value={reply.usage.input_tokens} />],
    ['out', reply.usage && <NumberValue value={reply.usage.output_tokens} />],
    ['cost', cost === null ? text.noCost : cost && <Money {...cost} />],
  ];
  return (
    <tr className="border-t">
      <th scope="row" className="px-4 py-2 text-left font-medium">
        <span className="block break-words">{reply.model || run.model || text.defaultModel(usualModel)}</span>
        {reply.engine !== '' && (
          <span className="block text-xs font-normal break-words text-muted">{reply.engine}</span>
        )}
      </th>
      {values.map(([name, value]) => (
        <td key={name} className="px-4 py-2 text-right whitespace-nowrap tabular-nums">
          {value || '–'}
        </td>
      ))}
    </tr>
  );
}
