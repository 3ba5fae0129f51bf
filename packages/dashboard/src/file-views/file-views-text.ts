import { useText } from '../lib/language.ts';
import { fileViews as de } from '../messages/de/file-views.ts';
import { fileViews as en } from '../messages/en/file-views.ts';

export const useFileViewsText = () => useText({ en, de });
