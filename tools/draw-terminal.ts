/** What came out of a terminal: seconds since the beginning, and the text. */
export type TerminalEvent = [seconds: number, kind: 'o', text: string];

const line = { height: 20, fontSize: 13, charWidth: 7.83, top: 52, left: 18 };

/**
 * A recording of a terminal as an SVG that plays in a loop, without a script: each line appears when it was written, typed ones
 * letter by letter. For text without escape sequences.
 */
export function drawTerminal(events: TerminalEvent[], { width, height }: { width: number; height: number }): string {
  const lines = linesOf(events, width);
  const end = (events.at(-1)?.[0] ?? 0) + 3;
  const rows = Math.min(Math.max(lines.length, 8), height + 12);
  const [totalWidth, totalHeight] = [
    Math.round(width * line.charWidth + 2 * line.left),
    line.top + rows * line.height + 4,
  ];
  const texts = lines.map(({ text, begin, finish, isTyped }, index) => {
    const y = line.top + index * line.height;
    const id = `line${index}`;
    const reveal = isTyped
      ? `<clipPath id="${id}"><rect x="0" y="${y - 15}" width="0" height="${line.height}">${widths(text.length, begin, finish, end)}</rect></clipPath>`
      : '';
    const content = isTyped
      ? `<tspan class="prompt">${escaped(text.slice(0, 2))}</tspan>${escaped(text.slice(2))}`
      : escaped(text);
    const shown = `<text x="${line.left}" y="${y}"${isTyped ? ` clip-path="url(#${id})"` : ' class="said"'} xml:space="preserve">${content}${isTyped ? '' : appears(begin, end)}</text>`;
    return reveal + shown;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${totalWidth} ${totalHeight}" width="${totalWidth}" height="${totalHeight}" role="img" aria-label="A terminal: ${escaped(
    lines
      .map(({ text }) => text)
      .join(' ')
      .slice(0, 300),
  )}">
<style>text{font:${line.fontSize}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d9dee2}.prompt{fill:#5fd4b4}.said{fill:#a9b4bd}</style>
<rect width="100%" height="100%" rx="10" fill="#0e1113"/><g fill="#39424a"><circle cx="20" cy="20" r="5"/><circle cx="38" cy="20" r="5"/><circle cx="56" cy="20" r="5"/></g>
${texts.join('\n')}
</svg>
`;
}

interface Line {
  text: string;
  begin: number;
  finish: number;
  isTyped: boolean;
}

/** The lines on the screen, broken where it ends, with the time at which each begins and is whole. */
function linesOf(events: TerminalEvent[], width: number): Line[] {
  const lines: Line[] = [];
  let current: Line | null = null;
  for (const [seconds, , text] of events) {
    for (const sign of text) {
      if (sign === '\r') continue;
      current ??= { text: '', begin: seconds, finish: seconds, isTyped: false };
      if (sign === '\n' || current.text.length >= width) {
        lines.push(current);
        current = sign === '\n' ? null : { text: sign, begin: seconds, finish: seconds, isTyped: false };
        continue;
      }
      current.text += sign;
      current.finish = seconds;
      current.isTyped = current.text.startsWith('$ ');
    }
  }
  if (current !== null) lines.push(current);
  while (lines.at(-1)?.text === '') lines.pop();
  return lines;
}

const at = (seconds: number, end: number): string => (seconds / end).toFixed(4);

const appears = (begin: number, end: number): string =>
  `<animate attributeName="opacity" values="0;0;1;1" keyTimes="0;${at(begin, end)};${at(begin + 0.001, end)};1" dur="${end}s" repeatCount="indefinite"/>`;

function widths(length: number, begin: number, finish: number, end: number): string {
  const full = Math.ceil((length + 1) * line.charWidth + line.left + 8);
  return `<animate attributeName="width" values="0;0;${line.left + 2 * line.charWidth};${full};${full}" keyTimes="0;${at(begin, end)};${at(begin + 0.001, end)};${at(Math.max(finish, begin + 0.002), end)};1" dur="${end}s" repeatCount="indefinite"/>`;
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
