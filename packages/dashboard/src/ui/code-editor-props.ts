export interface CodeEditorProps {
  /** What is edited, for screen readers. */
  label: string;
  value: string;
  onValue: (value: string) => void;
  /** Pixels. Default: 120. */
  minHeight?: number;
  isReadOnly?: boolean;
}
