/**
 * Draws one trace as an SVG: a bar for each span, below the one that it belongs to.
 *
 *     node tools/draw-trace.ts SPANS.jsonl NAME > docs/images/trace.svg
 *
 * SPANS.jsonl: what a collector wrote, a batch of OTLP in JSON a line. NAME: of the span that the trace begins with here.
 */
import { readFileSync } from 'node:fs';

interface Sent {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status?: { code?: number };
  attributes?: { key: string; value: Record<string, unknown> }[];
}

interface Row {
  span: Sent;
  depth: number;
}

const [file = '', name = ''] = process.argv.slice(2);
const spans: Sent[] = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .flatMap((line) => JSON.parse(line).resourceSpans)
  .flatMap(({ scopeSpans }) => scopeSpans)
  .flatMap((scope) => scope.spans);
const root = spans.find((span) => span.name === name);
if (!root) throw new Error(`There is no span "${name}".`);

const millis = (nanos: string): number => Number(BigInt(nanos) / 1000n) / 1000;
const rowsBelow = (span: Sent, depth: number): Row[] => [
  { span, depth },
  ...spans
    .filter(({ parentSpanId, traceId }) => parentSpanId === span.spanId && traceId === span.traceId)
    .sort((one, other) => millis(one.startTimeUnixNano) - millis(other.startTimeUnixNano))
    .flatMap((child) => rowsBelow(child, depth + 1)),
];
const rows = rowsBelow(root, 0);
const [begin, end] = [
  millis(root.startTimeUnixNano),
  Math.max(...rows.map(({ span }) => millis(span.endTimeUnixNano))),
];

const width = { names: 250, bars: 470, all: 820 };
const line = { height: 34, top: 14 };
const height = line.top * 2 + rows.length * line.height;
const colours: Record<number, string> = { 1: '#7a8793', 2: '#1f8f74', 3: '#3b74c9', 5: '#8a6fc4' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const fact = (span: Sent, key: string): unknown =>
  Object.values(span.attributes?.find((each) => each.key === key)?.value ?? {})[0];

const drawn = rows.map(({ span, depth }, at) => {
  const y = line.top + at * line.height;
  const scale = width.bars / Math.max(1, end - begin);
  const x = width.names + (millis(span.startTimeUnixNano) - begin) * scale;
  const length = Math.max(2, (millis(span.endTimeUnixNano) - millis(span.startTimeUnixNano)) * scale);
  const failed = span.status?.code === 2;
  const [input, output] = [fact(span, 'gen_ai.usage.input_tokens'), fact(span, 'gen_ai.usage.output_tokens')];
  const notes = [
    `${(millis(span.endTimeUnixNano) - millis(span.startTimeUnixNano)).toFixed(0)} ms`,
    ...(failed ? [String(fact(span, 'error.type'))] : input === undefined ? [] : [`${input} → ${output} tokens`]),
  ].join(' · ');
  const isRight = x + length + notes.length * 6.4 > width.all - 8;
  return `<text x="${12 + depth * 14}" y="${y + 20}">${escaped(span.name)}</text><rect x="${x.toFixed(1)}" y="${y + 8}" width="${length.toFixed(1)}" height="16" rx="3" fill="${failed ? '#c2493d' : (colours[span.kind] ?? '#7a8793')}"/><text class="note" x="${(isRight ? x + length - 6 : x + length + 6).toFixed(1)}" y="${y + 20}"${isRight ? ' text-anchor="end" style="fill:#fff"' : ''}>${escaped(notes)}</text>`;
});
const label = rows.map(({ span }) => span.name).join(', ');
console.log(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width.all} ${height}" width="${width.all}" height="${height}" role="img" aria-label="A trace: ${escaped(label)}">
<style>text{font:13px system-ui,sans-serif;fill:#1c2226}.note{font-size:12px;fill:#56626b}</style>
<rect width="100%" height="100%" rx="10" fill="#f6f8f9"/>
${drawn.join('\n')}
</svg>`);
