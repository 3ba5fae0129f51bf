export interface Series {
  key: string;
  name: string;
  /** One for each time; null where nothing is known. */
  values: ReadonlyArray<number | null>;
}

export interface ChartProps {
  /** What it shows; read aloud. */
  label: string;
  /** Beginnings of the intervals, in seconds since 1970. */
  times: readonly number[];
  /** At most six. */
  series: readonly Series[];
  /** Puts a value in words, with its unit. */
  format: (value: number, digits?: number) => string;
  kind?: 'line' | 'area' | 'bars';
  /** In pixels. Default: 220. */
  height?: number;
}
