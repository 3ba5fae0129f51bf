/** Processes that share a port, of which each knows its own figures alone. */
export interface Siblings {
  /** What the others are told when they ask. */
  tell(figures: () => Promise<unknown>): void;
  /** The figures of the others; of one that is silent there are none. */
  ask(): Promise<unknown[]>;
}
