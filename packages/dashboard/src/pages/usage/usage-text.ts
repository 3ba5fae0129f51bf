import { useText } from '../../lib/language.ts';
import { usage as de } from '../../messages/de/usage.ts';
import { usage as en } from '../../messages/en/usage.ts';

export const useUsageText = () => useText({ en, de });
