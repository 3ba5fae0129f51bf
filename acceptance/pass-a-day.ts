/**
 * Loaded before the service with `--import`: at the message `pass a day` every interval of the process fires twenty-four times, with
 * the clock an hour further each time. Workers do not have the variable and are left alone.
 */
if (process.env.PASS_A_DAY === '1') {
  const hourMs = 3_600_000;
  const betweenMs = 100;
  const intervals = new Map<NodeJS.Timeout, () => void>();
  const { setInterval: every, clearInterval: end } = globalThis;
  const now = Date.now;
  let aheadMs = 0;
  Date.now = () => now() + aheadMs;
  Object.assign(globalThis, {
    setInterval(callback: (...given: unknown[]) => void, ms: number, ...given: unknown[]) {
      const timer = every(callback, ms, ...given);
      intervals.set(timer, () => callback(...given));
      return timer;
    },
    clearInterval(timer: NodeJS.Timeout) {
      intervals.delete(timer);
      end(timer);
    },
  });
  process.on('message', async (message) => {
    if (message !== 'pass a day') return;
    let fired = 0;
    for (let hour = 0; hour < 24; hour++) {
      aheadMs += hourMs;
      for (const fire of [...intervals.values()]) {
        fire();
        fired++;
      }
      await new Promise((resolve) => setTimeout(resolve, betweenMs));
    }
    process.send?.(fired);
  });
}
