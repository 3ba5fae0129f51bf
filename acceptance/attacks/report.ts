import { sizeName } from './attack.ts';
import type { Outcome } from './attacker.ts';

/** The slowest calls and the longest stalls as tables. */
export function printReport(outcomes: readonly Outcome[], print: (line: string) => void = console.log): void {
  const rows = 10;
  const best = (of: (outcome: Outcome) => number) => [...outcomes].sort((a, b) => of(b) - of(a)).slice(0, rows);
  print('\nThe slowest calls:');
  for (const { attack, engine, status, ms } of best((outcome) => outcome.ms)) {
    print(`  ${String(ms).padStart(6)} ms  ${String(status).padEnd(3)}  ${engine.padEnd(9)}  ${describe(attack)}`);
  }
  print('The longest stalls of /healthz:');
  for (const { attack, engine, stallMs, again } of best((outcome) => outcome.stallMs)) {
    const second = again ? ` (again: ${again.stallMs} ms)` : '';
    print(`  ${String(stallMs).padStart(6)} ms  ${engine.padEnd(9)}  ${describe(attack)}${second}`);
  }
}

function describe({ field, shape, bytes }: Outcome['attack']): string {
  return `${field}: ${shape}, ${sizeName(bytes)}`;
}
