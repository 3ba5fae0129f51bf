import { useText } from '../../lib/language.ts';
import { playground as de } from '../../messages/de/playground.ts';
import { playground as en } from '../../messages/en/playground.ts';

export const usePlaygroundText = () => useText({ en, de });
