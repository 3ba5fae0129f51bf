/** What each key of a span is worth: the logarithm of how much more often than chance it stands on a right answer. Named by its kind (0, 1, …) and itself. */
export type KeyTable = Record<string, number>;
