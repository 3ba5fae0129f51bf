import { useText } from '../../lib/language.ts';
import { settings as de } from '../../messages/de/settings.ts';
import { settings as en } from '../../messages/en/settings.ts';

export const useSettingsText = () => useText({ en, de });
