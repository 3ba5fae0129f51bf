import { useText } from '../../lib/language.ts';
import { account as de } from '../../messages/de/account.ts';
import { account as en } from '../../messages/en/account.ts';

export const useAccountText = () => useText({ en, de });
