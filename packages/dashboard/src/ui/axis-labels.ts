/** More decimals than that tell nothing apart that a chart shows. */
const mostDigits = 9;

/** The marks of an axis in words, with as many decimals as it takes that no two of them read the same. */
export function axisLabels(values: readonly number[], format: (value: number, digits?: number) => string): string[] {
  let labels = values.map((value) => format(value));
  for (let digits = 1; digits <= mostDigits && new Set(labels).size < values.length; digits++) {
    labels = values.map((value) => format(value, digits));
  }
  return labels;
}
