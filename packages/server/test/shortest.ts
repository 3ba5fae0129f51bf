/** So often is tried whether it can be done in time. */
const tries = 5;

/**
 * The shortest of the times that something takes, in milliseconds. The first of at most `enoughMs` ends it: a busy machine makes some
 * tries late, a service that waits makes all of them late.
 */
export async function shortestMs(enoughMs: number, measure: () => Promise<number>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < tries && shortest > enoughMs; i++) shortest = Math.min(shortest, await measure());
  return shortest;
}
