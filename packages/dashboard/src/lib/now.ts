import { useSyncExternalStore } from 'react';

const tickMs = 30_000;
const listeners = new Set<() => void>();
let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;

/** The time as of half a minute ago at most. All that show it share one clock and change together. */
export const useNow = (): Date => useSyncExternalStore(subscribe, read);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function read(): Date {
  // Without a clock that runs, the one that begins to show it says how late it is.
  if (timer === undefined && Date.now() - now.getTime() > tickMs) now = new Date();
  return now;
}

function tick(): void {
  now = new Date();
  for (const listener of listeners) listener();
}
