import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import type { DialogProps } from './dialog-props.ts';
import { useUiText } from './ui-text.ts';
import { useOpener } from './use-opener.ts';

const widths = { small: 'sm:max-w-md', normal: 'sm:max-w-xl', wide: 'sm:max-w-4xl' };

/** A window from when it opens. Show it with `Dialog`. */
export function DialogWindow({
  onClose,
  title,
  description,
  children,
  actions,
  size = 'normal',
}: Omit<DialogProps, 'isOpen'>) {
  const text = useUiText();
  const { remember, giveBack } = useOpener();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/45 backdrop-blur-[1px]" />
        <Radix.Content
          onOpenAutoFocus={(event) => {
            remember();
            focusFirstField(event);
          }}
          onCloseAutoFocus={giveBack}
          {...(description === undefined && { 'aria-describedby': undefined })}
          className={classNames(
            'animate-appear fixed inset-x-0 bottom-0 z-40 mx-auto flex max-h-[92dvh] w-full flex-col rounded-t-xl border bg-raised shadow-raised outline-none',
            'sm:top-[8vh] sm:bottom-auto sm:max-h-[84vh] sm:rounded-xl',
            widths[size],
          )}
        >
          <header className="flex items-start gap-3 px-5 pt-4 pb-3">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description className="mt-0.5 text-sm text-muted">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label={text.close} className="-mr-2">
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
          {actions && <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">{actions}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Whoever opens a form wants to write, not to close it. */
function focusFirstField(event: Event): void {
  const { currentTarget } = event;
  if (!(currentTarget instanceof HTMLElement)) return;
  event.preventDefault();
  const field = currentTarget.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, select');
  // Without a field nothing in it is more wanted than the rest: the first Tab goes to its first button.
  (field ?? currentTarget).focus();
}
