import { useText } from '../lib/language.ts';
import { parts as de } from '../messages/de/parts.ts';
import { parts as en } from '../messages/en/parts.ts';

export const usePartsText = () => useText({ en, de });
