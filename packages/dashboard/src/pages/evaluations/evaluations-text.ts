import { useText } from '../../lib/language.ts';
import { evaluations as de } from '../../messages/de/evaluations.ts';
import { evaluations as en } from '../../messages/en/evaluations.ts';

export const useEvaluationsText = () => useText({ en, de });
