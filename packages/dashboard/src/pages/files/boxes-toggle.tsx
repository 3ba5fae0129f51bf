import { ScanText } from 'lucide-react';
import { useHasRole } from '../../lib/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { useFilesText } from './files-text.ts';

/** Turns the boxes of OCR on and off. */
export function BoxesToggle({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const text = useFilesText();
  const mayRead = useHasRole('member');
  if (!mayRead) return null;
  return (
    <Tooltip content={text.boxesHint}>
      <Button
        size="small"
        look={isOn ? 'primary' : 'plain'}
        icon={<ScanText aria-hidden />}
        aria-pressed={isOn}
        onClick={() => onChange(!isOn)}
      >
        {text.boxes}
      </Button>
    </Tooltip>
  );
}
