/**
 * The promise, or an error when it takes longer than `limitMs`: the one that `late` makes, by default one that says so.
 * What was begun is not ended by that.
 */
export async function withinLimit<Value>(
  work: Promise<Value>,
  limitMs: number,
  late: () => Error = () => new Error(`no answer within ${limitMs / 1000} s`),
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
