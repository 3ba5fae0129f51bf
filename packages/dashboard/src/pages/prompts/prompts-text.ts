import { useText } from '../../lib/language.ts';
import { prompts as de } from '../../messages/de/prompts.ts';
import { prompts as en } from '../../messages/en/prompts.ts';

export const usePromptsText = () => useText({ en, de });
