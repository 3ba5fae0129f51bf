import { useText } from '../../lib/language.ts';
import { offers as de } from '../../messages/de/offers.ts';
import { offers as en } from '../../messages/en/offers.ts';

export const useOffersText = () => useText({ en, de });
