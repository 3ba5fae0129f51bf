import { DropdownMenu } from 'radix-ui';
import { classNames } from './class-names.ts';
import type { MenuItem, MenuProps } from './menu-props.ts';

/** A menu from when it is first opened. Show it with `Menu`. */
export function OpenedMenu({ trigger, groups, align = 'end', side = 'bottom', heading }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        {/* A menu lies beside the page: screen readers that go by landmarks find it by this one. */}
        <section aria-label={heading ?? trigger.props['aria-label']}>
          <DropdownMenu.Content
            align={align}
            side={side}
            sideOffset={4}
            collisionPadding={8}
            className="animate-appear z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 max-w-72 overflow-y-auto rounded-lg border bg-raised p-1 text-sm shadow-raised"
          >
            {heading && <DropdownMenu.Label className="px-2 py-1.5 text-xs text-muted">{heading}</DropdownMenu.Label>}
            {groups
              .filter((items) => items.length > 0)
              .map((items, index) => (
                <DropdownMenu.Group key={items[0]?.key}>
                  {index > 0 && <DropdownMenu.Separator className="mx-1 my-1 h-px bg-line" />}
                  {items.map(({ key, ...item }) => (
                    <Item key={key} {...item} />
                  ))}
                </DropdownMenu.Group>
              ))}
          </DropdownMenu.Content>
        </section>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Item({ label, icon, isDanger, isDisabled, isChecked, onSelect }: Omit<MenuItem, 'key'>) {
  return (
    <DropdownMenu.Item
      disabled={isDisabled ?? false}
      onSelect={onSelect}
      className={classNames(
        'flex h-8 cursor-pointer items-center gap-2 rounded-md px-2 outline-none data-disabled:cursor-default data-disabled:opacity-50 data-highlighted:bg-sunken [&_svg]:size-4 [&_svg]:shrink-0',
        isDanger ? 'text-bad' : 'text-ink',
      )}
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {isChecked && <span aria-hidden>✓</span>}
    </DropdownMenu.Item>
  );
}
