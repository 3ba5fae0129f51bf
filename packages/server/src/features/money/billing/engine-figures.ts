import type { ModelRound } from '../../../ports/meter.ts';

/** Counts of engines for whoever watches the service. */
export interface EngineFigures {
  /** One call to an engine has ended. Without times: nobody took them. */
  round(round: Omit<ModelRound, 'times'> & Partial<Pick<ModelRound, 'times'>>): void;
}
