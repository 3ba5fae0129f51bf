import type { Member } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useUiText } from '../../ui/ui-text.ts';
import { useMembersText } from './members-text.ts';

/** Makes the link with which a member who has forgotten the password sets another one; shown this once. */
export function PasswordLinkDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const text = useMembersText();
  const ui = useUiText();
  const parley = useParley();
  const [isDropped, setIsDropped] = useState(false);
  const make = useMutation({
    mutationFn: () =>
      parley.api.createPasswordLink({ params: { id: member.id }, body: { drop_second_factor: isDropped } }),
  });
  const link = make.data?.link;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={link === undefined ? text.newPasswordTitle(member.user.name) : text.linkTitle}
      description={text.newPasswordHint}
      actions={
        link === undefined ? (
          <>
            <Button onClick={onClose}>{ui.cancel}</Button>
            <Button look="primary" onClick={() => make.mutate()} isBusy={make.isPending}>
              {text.inviteAction}
            </Button>
          </>
        ) : (
          <Button look="primary" onClick={onClose}>
            {text.done}
          </Button>
        )
      }
    >
      {link === undefined ? (
        <div className="flex flex-col gap-3">
          <Checkbox checked={isDropped} onValue={setIsDropped} label={text.dropSecondFactor} />
          {make.error && <Problem error={make.error} />}
        </div>
      ) : (
        <div className="flex flex-col gap-2 sm:flex-row">
          <output className="min-w-0 flex-1 rounded-md border bg-sunken px-3 py-1.5 font-mono text-xs leading-5 break-all">
            {link}
          </output>
          <CopyButton value={link} label={text.copyLink} hasWords />
        </div>
      )}
    </Dialog>
  );
}
