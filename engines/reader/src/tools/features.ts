/** Named numbers that say how well something fits; the learned weights turn them into a score. */
export type Features = Map<string, number>;

/** Names a feature; its value is 1 unless given. */
export type Add = (name: string, value?: number) => void;
