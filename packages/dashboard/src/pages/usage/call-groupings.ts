/** By what calls are summed up. */
export const callGroupings = ['key', 'model', 'endpoint', 'user', 'tag'] as const;
export type CallGrouping = (typeof callGroupings)[number];
