import type { Io } from './io.ts';

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;
type Style = keyof typeof codes;

/** Writes results to stdout and everything else to stderr. Colours only where a terminal shows them. */
export class Output {
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  readonly #io: Io;
  #hasStatus = false;

  constructor(io: Io, { isJson, isQuiet }: { isJson: boolean; isQuiet: boolean }) {
    this.#io = io;
    this.isJson = isJson;
    this.isQuiet = isQuiet;
  }

  /** Whether stdout is a terminal. */
  get isTerminal(): boolean {
    return this.#io.stdout.isTTY === true;
  }

  /** Part of the result, as it comes. */
  write(text: string): void {
    this.#clearStatus();
    this.#io.stdout.write(text);
  }

  /** A line of the result. */
  line(text = ''): void {
    this.write(`${text}\n`);
  }

  /** The result for programs. */
  json(value: unknown): void {
    this.line(JSON.stringify(value, null, 2));
  }

  /** Something that the user should know beside the result. */
  note(text: string): void {
    if (this.isQuiet) return;
    this.#clearStatus();
    this.#io.stderr.write(`${this.onStderr('dim', text)}\n`);
  }

  error(text: string): void {
    this.#clearStatus();
    this.#io.stderr.write(`${this.onStderr('red', 'error:')} ${text}\n`);
  }

  /** How far long work is: one line that changes, on a terminal only. */
  status(text: string): void {
    const { stderr } = this.#io;
    if (!stderr.isTTY || this.isJson || this.isQuiet) return;
    stderr.write(`\r\x1b[K${text.slice(0, (stderr.columns ?? 80) - 1)}`);
    this.#hasStatus = true;
  }

  /** Rows with aligned columns; the first row is the head. */
  table(rows: ReadonlyArray<readonly string[]>): void {
    const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
    for (const [index, row] of rows.entries()) {
      const cells = row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)));
      this.line(index === 0 ? this.style('bold', cells.join('  ')) : cells.join('  '));
    }
  }

  style(style: Style, text: string): string {
    return paint(this.#io.stdout.isTTY === true && !this.#io.env.NO_COLOR, style, text);
  }

  onStderr(style: Style, text: string): string {
    return paint(this.#io.stderr.isTTY === true && !this.#io.env.NO_COLOR, style, text);
  }

  #clearStatus(): void {
    if (this.#hasStatus) this.#io.stderr.write('\r\x1b[K');
    this.#hasStatus = false;
  }
}

const paint = (isColoured: boolean, style: Style, text: string): string =>
  isColoured ? `\x1b[${codes[style]}m${text}\x1b[0m` : text;
