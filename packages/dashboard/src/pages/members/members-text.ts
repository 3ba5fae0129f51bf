import { useText } from '../../lib/language.ts';
import { members as de } from '../../messages/de/members.ts';
import { members as en } from '../../messages/en/members.ts';

export const useMembersText = () => useText({ en, de });
