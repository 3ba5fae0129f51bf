import { useText } from '../../lib/language.ts';
import { routing as de } from '../../messages/de/routing.ts';
import { routing as en } from '../../messages/en/routing.ts';

export const useRoutingText = () => useText({ en, de });
