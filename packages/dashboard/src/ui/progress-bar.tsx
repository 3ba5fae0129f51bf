import { classNames } from './class-names.ts';

export interface ProgressBarProps {
  /** What it measures, for screen readers. */
  label: string;
  /** 0 to 1. */
  value: number;
  tone?: 'accent' | 'good' | 'bad';
  className?: string;
}

const tones = { accent: 'bg-accent', good: 'bg-good', bad: 'bg-bad' };

/** How far something is. */
export function ProgressBar({ label, value, tone = 'accent', className }: ProgressBarProps) {
  const share = Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={share}
      aria-valuemin={0}
      aria-valuemax={100}
      className={classNames('h-1.5 w-full overflow-hidden rounded-full bg-line', className)}
    >
      <div
        className={classNames('h-full rounded-full transition-[width]', tones[tone])}
        style={{ width: `${share}%` }}
      />
    </div>
  );
}
