import { useText } from '../../lib/language.ts';
import { erasures as de } from '../../messages/de/erasures.ts';
import { erasures as en } from '../../messages/en/erasures.ts';

export const useErasuresText = () => useText({ en, de });
