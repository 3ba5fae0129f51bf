import { useText } from '../../lib/language.ts';
import { keys as de } from '../../messages/de/keys.ts';
import { keys as en } from '../../messages/en/keys.ts';

export const useKeysText = () => useText({ en, de });
