import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

const delayMs = 300;

/** A few words about what is under the pointer or has the focus. Never the only place of what must be known. */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={delayMs}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={5}
            collisionPadding={8}
            className="animate-appear z-50 max-w-72 rounded-md border bg-raised px-2.5 py-1.5 text-xs text-ink shadow-raised"
          >
            {content}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
