import { setImmediate } from 'node:timers/promises';

const sliceMs = 5;

/** For long loops on the event loop: `await pause()` lets other work in when a slice of time is used up, else goes on. */
export function giveWay(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < sliceMs) return;
    await setImmediate();
    since = performance.now();
  };
}
