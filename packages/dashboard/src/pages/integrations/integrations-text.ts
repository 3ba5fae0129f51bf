import { useText } from '../../lib/language.ts';
import { integrations as de } from '../../messages/de/integrations.ts';
import { integrations as en } from '../../messages/en/integrations.ts';

export const useIntegrationsText = () => useText({ en, de });
