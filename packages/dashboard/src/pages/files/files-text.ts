import { useText } from '../../lib/language.ts';
import { files as de } from '../../messages/de/files.ts';
import { files as en } from '../../messages/en/files.ts';

export const useFilesText = () => useText({ en, de });
