/** The promise, or the error that `late` makes when it takes longer than `timeoutMs`. What was begun is not ended by that. */
export async function withinTime<Value>(promise: Promise<Value>, timeoutMs: number, late: () => Error): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), timeoutMs);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
