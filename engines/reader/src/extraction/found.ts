/** What was found for a field: as printed, with its value as a number or an ISO date where it is one. */
export interface Found {
  text: string;
  value?: number;
  iso?: string;
  time?: string | undefined;
  score: number;
  /** Where it stands in the text. */
  start: number;
  end: number;
}
