/** Counts what was compared, and prints a line for each figure. */
export class Comparison {
  compared = 0;
  differences = 0;

  same(what: string, shown: string | undefined, expected: string): void {
    this.compared++;
    const isSame = shown === expected;
    if (!isSame) this.differences++;
    const wanted = isSame ? '' : `, should be ${expected}`;
    console.log(`${isSame ? '  same' : 'DIFFER'} ${what.padEnd(58)} ${shown ?? 'nothing'}${wanted}`);
  }
}
