import { useText } from '../../lib/language.ts';
import { budgets as de } from '../../messages/de/budgets.ts';
import { budgets as en } from '../../messages/en/budgets.ts';

export const useBudgetsText = () => useText({ en, de });
