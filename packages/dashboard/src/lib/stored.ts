import { useSyncExternalStore } from 'react';

/** A value that the browser keeps for this reader, such as theme and language. Where storage is shut off it lasts for the page. */
export interface Stored<Value extends string> {
  get(): Value;
  set(value: Value): void;
  /** Calls back at each change, also those of other tabs. Returns what ends that. */
  subscribe(listener: () => void): () => void;
}

/** `read` makes of what is stored (null for nothing) a value that may be used. */
export function stored<Value extends string>(name: string, read: (text: string | null) => Value): Stored<Value> {
  const key = `parley.${name}`;
  const listeners = new Set<() => void>();
  let value: Value | null = null;
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key !== key) return;
    value = null;
    notify();
  };
  return {
    get() {
      value ??= read(readItem(key));
      return value;
    },
    set(next) {
      value = next;
      writeItem(key, next);
      notify();
    },
    subscribe(listener) {
      if (listeners.size === 0) addEventListener('storage', onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener('storage', onStorage);
      };
    },
  };
}

/** The value, and again at each change. */
export function useStored<Value extends string>(one: Stored<Value>): Value {
  return useSyncExternalStore(one.subscribe, one.get);
}

function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeItem(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Private windows may refuse; the page remembers it.
  }
}
