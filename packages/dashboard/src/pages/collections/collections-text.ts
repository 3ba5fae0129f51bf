import { useText } from '../../lib/language.ts';
import { collections as de } from '../../messages/de/collections.ts';
import { collections as en } from '../../messages/en/collections.ts';

export const useCollectionsText = () => useText({ en, de });
