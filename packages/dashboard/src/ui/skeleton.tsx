import { classNames } from './class-names.ts';
import { useUiText } from './ui-text.ts';

/** A grey bar where something will stand; give it the size of what comes, so that nothing jumps. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('animate-pulse rounded bg-line', className ?? 'h-4 w-full')} />;
}

const rowKeys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];

/** Several lines that wait, announced once. */
export function SkeletonRows({ count = 5, className }: { count?: number; className?: string }) {
  const text = useUiText();
  return (
    <div role="status" aria-label={text.loading} className="flex flex-col gap-2">
      {rowKeys.slice(0, count).map((key) => (
        <Skeleton key={key} className={className ?? 'h-9 w-full'} />
      ))}
    </div>
  );
}
