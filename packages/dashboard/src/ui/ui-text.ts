import { useText } from '../lib/language.ts';
import { ui as de } from '../messages/de/ui.ts';
import { ui as en } from '../messages/en/ui.ts';

export const useUiText = () => useText({ en, de });
