import { percentile } from './judge.ts';
import type { Sample } from './sample.ts';

interface Curve {
  label: string;
  colour: string;
  values: number[];
}

const size = { width: 820, left: 60, right: 20, panel: 130, gap: 46, top: 52 };
const [blue, green, violet] = ['#3b74c9', '#1f8f74', '#8a6fc4'];
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Memory, handles, `/healthz` and the event loop over the time of a load, one below the other. */
export function drawCurves(samples: Sample[], title: string): string {
  const of = (value: (sample: Sample) => number) => samples.map(value);
  const panels: [string, Curve[]][] = [
    [
      'Resident memory, MB',
      [
        { label: 'with its processes', colour: violet, values: of(({ treeMb }) => treeMb) },
        { label: 'the service', colour: blue, values: of(({ ownMb }) => ownMb) },
        { label: 'its heap', colour: green, values: of(({ heapMb }) => heapMb) },
      ],
    ],
    [
      'Open',
      [
        { label: 'files and sockets', colour: blue, values: of(({ files }) => files) },
        { label: 'handles', colour: green, values: of(({ handles }) => handles) },
        { label: 'processes', colour: violet, values: of(({ processes }) => processes) },
      ],
    ],
    [
      '/healthz, ms',
      [
        { label: 'longest of five seconds', colour: violet, values: of(({ health }) => Math.max(0, ...health)) },
        { label: 'median', colour: blue, values: of(({ health }) => Math.max(0, percentile(health, 0.5))) },
      ],
    ],
    [
      'Delay of the event loop, ms',
      [{ label: 'longest of five seconds', colour: blue, values: of(({ loopMs }) => loopMs) }],
    ],
  ];
  const height = size.top + panels.length * (size.panel + size.gap);
  const minutes = (samples.at(-1)?.at ?? 0) / 60;
  const drawn = panels.map(([name, curves], index) =>
    panel({ name, curves, top: size.top + index * (size.panel + size.gap), times: of(({ at }) => at / 60), minutes }),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${height}" font-family="system-ui, sans-serif" font-size="12">`,
    `<rect width="${size.width}" height="${height}" fill="#ffffff"/>`,
    `<text x="${size.left}" y="22" font-size="13" font-weight="600" fill="#1c2733">${escaped(title)}</text>`,
    ...drawn,
    '</svg>\n',
  ].join('\n');
}

function panel(given: { name: string; curves: Curve[]; top: number; times: number[]; minutes: number }): string {
  const { name, curves, top, times, minutes } = given;
  const most = roundUp(Math.max(1, ...curves.flatMap(({ values }) => values)));
  const [right, bottom] = [size.width - size.right, top + size.panel];
  const x = (minute: number) => size.left + (minute / Math.max(minutes, 1e-9)) * (right - size.left);
  const y = (value: number) => bottom - (value / most) * size.panel;
  const grid = [0, 0.5, 1].map((share) => {
    const value = share * most;
    return (
      `<line x1="${size.left}" x2="${right}" y1="${y(value)}" y2="${y(value)}" stroke="#e3e7ec"/>` +
      `<text x="${size.left - 8}" y="${y(value) + 4}" text-anchor="end" fill="#5b6672">${Math.round(value * 10) / 10}</text>`
    );
  });
  const marks = [0, 1 / 3, 2 / 3, 1].map(
    (share) =>
      `<text x="${x(share * minutes)}" y="${bottom + 15}" text-anchor="${share === 1 ? 'end' : 'middle'}" fill="#5b6672">${Math.round(share * minutes)} min</text>`,
  );
  // From here on memory is looked at.
  const begin = x(minutes / 3);
  const looked = `<line x1="${begin}" x2="${begin}" y1="${top}" y2="${bottom}" stroke="#b8c1cb" stroke-dasharray="3 3"/>`;
  const lines = curves.map(({ colour, values }) => {
    const points = values.map((value, index) => `${x(times[index] ?? 0).toFixed(1)},${y(value).toFixed(1)}`);
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="1.4"/>`;
  });
  let legendX = size.left + 215;
  const legend = curves.map(({ label, colour }) => {
    const entry = `<rect x="${legendX}" y="${top - 17}" width="10" height="3" fill="${colour}"/><text x="${legendX + 15}" y="${top - 12}" fill="#5b6672">${escaped(label)}</text>`;
    legendX += 30 + label.length * 7;
    return entry;
  });
  const title = `<text x="${size.left}" y="${top - 12}" font-weight="600" fill="#1c2733">${escaped(name)}</text>`;
  return [title, ...legend, ...grid, looked, ...lines, ...marks].join('\n');
}

/** To 1, 2 or 5 of the next power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10);
}
