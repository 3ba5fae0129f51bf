import { useText } from '../../lib/language.ts';
import { research as de } from '../../messages/de/research.ts';
import { research as en } from '../../messages/en/research.ts';

export const useResearchText = () => useText({ en, de });
