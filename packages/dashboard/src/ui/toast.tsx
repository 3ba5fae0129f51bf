import { X } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { useUiText } from './ui-text.ts';

type Kind = 'done' | 'failed';

interface Toast {
  id: number;
  kind: Kind;
  content: ReactNode;
}

export interface Toaster {
  /** Says that something is done; goes by itself. */
  done: (content: ReactNode) => void;
  /** Says that something failed; stays until it is dismissed. */
  failed: (content: ReactNode) => void;
}

const ToasterContext = createContext<Toaster>({ done: () => {}, failed: () => {} });
const shownMs = 5_000;
const maxToasts = 4;

export const useToaster = (): Toaster => useContext(ToasterContext);

/** Holds the short notices at the lower edge and gives `useToaster` to what is below it. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const text = useUiText();
  const [toasts, setToasts] = useState<Toast[]>([]);
  const lastId = useRef(0);
  const dismiss = useCallback((id: number) => setToasts((all) => all.filter((one) => one.id !== id)), []);
  const toaster = useMemo((): Toaster => {
    const show = (kind: Kind, content: ReactNode) => {
      lastId.current += 1;
      const id = lastId.current;
      setToasts((all) => [...all.slice(1 - maxToasts), { id, kind, content }]);
      if (kind === 'done') setTimeout(() => dismiss(id), shownMs);
    };
    return { done: (content) => show('done', content), failed: (content) => show('failed', content) };
  }, [dismiss]);
  return (
    <ToasterContext value={toaster}>
      {children}
      <section
        aria-live="polite"
        className="pointer-events-none fixed inset-x-3 bottom-3 z-50 flex flex-col items-end gap-2"
      >
        {toasts.map(({ id, kind, content }) => (
          <div
            key={id}
            className={classNames(
              'animate-appear pointer-events-auto flex w-full max-w-sm items-start gap-2 rounded-lg border bg-raised py-2 pr-2 pl-3 text-sm shadow-raised',
              kind === 'failed' && 'border-l-4 border-l-bad',
            )}
          >
            <div className="min-w-0 flex-1 py-1 break-words">{content}</div>
            <IconButton label={text.dismiss} onClick={() => dismiss(id)} className="size-7">
              <X aria-hidden />
            </IconButton>
          </div>
        ))}
      </section>
    </ToasterContext>
  );
}
