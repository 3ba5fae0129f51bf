import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';

interface DrawerProps {
  onClose: () => void;
  label: string;
  children: ReactNode;
}

/** The sidebar of narrow windows, open while it is there. */
export function Drawer({ onClose, label, children }: DrawerProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 bg-black/45 lg:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-30 w-72 max-w-[85vw] border-r bg-page shadow-raised lg:hidden"
        >
          <Dialog.Title className="sr-only">{label}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
