import { useText } from '../../lib/language.ts';
import { guards as de } from '../../messages/de/guards.ts';
import { guards as en } from '../../messages/en/guards.ts';

export const useGuardsText = () => useText({ en, de });
