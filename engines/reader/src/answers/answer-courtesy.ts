import type { ReaderReply } from '../reader-reply.ts';
import type { Language } from '../text/function-words.ts';
import { phrasesOf } from '../text/phrases.ts';

/** Whole messages by which people greet and thank; so short that only the words themselves tell the language. */
const courtesies: Record<Language, { greeting: string; thanks: string }> = {
  en: {
    greeting: '(?:hi|hello|hey|good (?:morning|afternoon|evening|day))(?: (?:there|all|everyone|again))?',
    thanks: '(?:many )?(?:thanks|thank you|thx|cheers)(?: (?:a lot|so much|very much|again))?',
  },
  es: {
    greeting: 'hola|buen(?:os|as) (?:días|dias|tardes|noches)',
    thanks: '(?:muchas |mil )?gracias',
  },
  de: {
    greeting: '(?:hallo|guten (?:tag|morgen|abend)|servus|moin)(?: zusammen)?',
    thanks: '(?:vielen |herzlichen )?dank|danke(?: schön| sehr)?|dankeschön',
  },
  fr: { greeting: 'bonjour|bonsoir|salut', thanks: 'merci(?: beaucoup| bien)?' },
  it: { greeting: 'ciao|buongiorno|buonasera', thanks: '(?:molte )?grazie(?: mille)?' },
  pt: { greeting: 'olá|bom dia|boa tarde|boa noite', thanks: '(?:muito )?obrigad[oa]' },
  zh: { greeting: '你好|您好', thanks: '谢谢[您你]?' },
};

const patterns = Object.entries(courtesies).map(([language, { greeting, thanks }]) => ({
  // `Object.entries` forgets what the record says of its names.
  phrases: phrasesOf(language as Language),
  greeting: whole(greeting),
  thanks: whole(thanks),
}));

/** A reply to a message that is nothing but a greeting, or thanks. */
export function answerCourtesy(message: string): ReaderReply | undefined {
  const said = message.trim();
  if (said.length > 60) return undefined;
  for (const { phrases, greeting, thanks } of patterns) {
    if (greeting.test(said)) return { text: phrases.greeting, reasoning: 'A greeting.' };
    if (thanks.test(said)) return { text: phrases.welcome, reasoning: 'Thanks.' };
  }
  return undefined;
}

function whole(words: string): RegExp {
  return new RegExp(`^(?:${words})[.!,。！]{0,3}$`, 'iu');
}
