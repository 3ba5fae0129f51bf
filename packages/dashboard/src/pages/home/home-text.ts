import { useText } from '../../lib/language.ts';
import { home as de } from '../../messages/de/home.ts';
import { home as en } from '../../messages/en/home.ts';

export const useHomeText = () => useText({ en, de });
