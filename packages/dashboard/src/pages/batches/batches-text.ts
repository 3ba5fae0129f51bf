import { useText } from '../../lib/language.ts';
import { batches as de } from '../../messages/de/batches.ts';
import { batches as en } from '../../messages/en/batches.ts';

export const useBatchesText = () => useText({ en, de });
