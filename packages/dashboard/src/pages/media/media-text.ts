import { useText } from '../../lib/language.ts';
import { media as de } from '../../messages/de/media.ts';
import { media as en } from '../../messages/en/media.ts';

export const useMediaText = () => useText({ en, de });
