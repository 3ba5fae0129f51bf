import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { useUiText } from './ui-text.ts';

export interface CopyButtonProps {
  value: string;
  /** In the place of "Copy". */
  label?: string;
  /** With its words, not as an icon alone. */
  hasWords?: boolean;
  className?: string;
}

const shownMs = 1_500;

/** Copies a text and says so. */
export function CopyButton({ value, label, hasWords = false, className }: CopyButtonProps) {
  const text = useUiText();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await copyText(value);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), shownMs);
  };
  const icon = isCopied ? <Check aria-hidden className="text-good" /> : <Copy aria-hidden />;
  const words = isCopied ? text.copied : (label ?? text.copy);
  return hasWords ? (
    <Button icon={icon} onClick={copy} className={className}>
      <span aria-live="polite">{words}</span>
    </Button>
  ) : (
    <IconButton label={words} onClick={copy} className={className}>
      {icon}
    </IconButton>
  );
}

/** Over plain http on another host browsers offer no clipboard; the older way works there. */
async function copyText(value: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(value);
  const area = document.createElement('textarea');
  area.value = value;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
