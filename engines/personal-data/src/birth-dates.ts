import { matches, wordsBefore } from './matches.ts';
import type { PersonalDatum } from './personal-data-kinds.ts';

const months =
  'jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|f[ée]v(?:rier)?|mar(?:ch|zo|s)?|m[äa]rz|apr(?:il)?|avr(?:il)?|may|mai|mayo|jun[ei]?|junio|juin|jul[yi]?|julio|juil(?:let)?|aug(?:ust)?|agosto|ao[ûu]t|sep(?:t(?:ember|iembre|embre)?)?|okt(?:ober)?|oct(?:ober|ubre|obre)?|nov(?:ember|iembre|embre)?|de[czs](?:ember|iembre|embre)?|d[ée]c(?:embre)?|enero|febrero|abril';
const date = new RegExp(
  `(?<![\\d.])(?:\\d{1,2}[./-] ?\\d{1,2}[./-] ?(?:19|20)?\\d{2}|(?:19|20)\\d{2}-\\d{2}-\\d{2}|\\d{1,2}(?:\\.|st|nd|rd|th|er|º)? (?:de )?(?:${months})\\.?,? (?:del? )?(?:19|20)\\d{2}|(?:${months})\\.? \\d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\\d{2})(?!\\d)`,
  'giu',
);
const bornOn =
  /(?:\bborn\b|birth|\bdob\b|birthday|geboren|geburts|\bgeb\.|nacid[oa]|nació|nacimiento|\bnée?(?:\(e\))?\b|naissance)[^\d.!?]{0,30}$/;

/** Days of birth: dates that are introduced as such. */
export function findBirthDates(text: string): PersonalDatum[] {
  return matches(text, date, 'date_of_birth', (_match, start) => bornOn.test(wordsBefore(text, start, 50)));
}
