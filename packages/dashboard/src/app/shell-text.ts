import { useText } from '../lib/language.ts';
import { shell as de } from '../messages/de/shell.ts';
import { shell as en } from '../messages/en/shell.ts';

export const useShellText = () => useText({ en, de });
