import { classNames } from '../../ui/class-names.ts';

const tones = ['bg-accent-soft text-accent', 'bg-good-soft text-good', 'bg-warn-soft text-warn', 'bg-sunken text-soft'];

/** Stands for the logo of a third party: nothing is fetched from it, so it does not learn who looks. */
export function Monogram({ name, isLarge = false }: { name: string; isLarge?: boolean }) {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => word[0]) : [...name].slice(0, 2);
  const sum = [...name].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return (
    <span
      aria-hidden
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-lg border font-semibold select-none',
        isLarge ? 'size-12 text-lg' : 'size-9 text-sm',
        tones[sum % tones.length],
      )}
    >
      {letters.join('')}
    </span>
  );
}
