/** The result of a promise, or an error when it takes longer than `limitMs`. What was begun goes on unheard. */
export async function withinLimit<Result>(work: Promise<Result>, limitMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs / 1000} s`)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
