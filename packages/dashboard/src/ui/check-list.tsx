import { Checkbox } from './field.tsx';

export interface CheckListProps {
  legend: string;
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onChosen: (chosen: string[]) => void;
  className?: string;
}

/** Any of several values. */
export function CheckList({ legend, options, chosen, onChosen, className = '' }: CheckListProps) {
  return (
    <fieldset className={`flex max-h-60 flex-col gap-1.5 overflow-y-auto rounded-md border p-3 ${className}`}>
      <legend className="px-1 text-xs text-muted">{legend}</legend>
      {options.map(({ value, label }) => (
        <Checkbox
          key={value}
          label={label}
          checked={chosen.includes(value)}
          onValue={(isOn) => onChosen(isOn ? [...chosen, value] : chosen.filter((one) => one !== value))}
        />
      ))}
    </fieldset>
  );
}
