/**
 * Does work with the engine that a call names, or with each of those that its route names in turn, until one has done it. A name that is no route
 * is handed on as it is.
 */
export type InTurn = <Result>(
  name: string | null | undefined,
  work: (engine: string | null | undefined) => Promise<Result>,
) => Promise<Result>;
