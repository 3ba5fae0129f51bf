import type { FileInfo } from '@parley/sdk';
import { CircleCheck, CircleX, Clock, LoaderCircle } from 'lucide-react';
import { Badge } from '../ui/badge.tsx';
import { useFileViewsText } from './file-views-text.ts';

const looks = {
  pending: { tone: 'neutral', icon: <Clock aria-hidden /> },
  processing: { tone: 'accent', icon: <LoaderCircle aria-hidden className="animate-spin" /> },
  ready: { tone: 'good', icon: <CircleCheck aria-hidden /> },
  failed: { tone: 'bad', icon: <CircleX aria-hidden /> },
} as const;

/** How far a file is, with the reason of a failure as its title. */
export function FileState({ status, reason }: { status: FileInfo['status']; reason?: string | undefined }) {
  const text = useFileViewsText();
  const { tone, icon } = looks[status];
  return (
    <Badge tone={tone} {...(reason !== undefined && { title: reason })}>
      {icon}
      {text.states[status]}
    </Badge>
  );
}
