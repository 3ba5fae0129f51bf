import { matches } from './matches.ts';
import type { PersonalDatum } from './personal-data-kinds.ts';
import { wordFlags } from './words/fold-word.ts';
import { codeWords, linkWords, secretWords, serviceWords } from './words/secret-words.ts';
import type { WordTable } from './words/word-table.ts';

/** Keys and tokens by how their vendors begin them, passwords and PINs by the words beside them, and URLs that let people in. */
export function findSecrets(text: string, table: WordTable): PersonalDatum[] {
  return [
    ...findUrls(text),
    ...vendorForms.flatMap((pattern) => matches(text, pattern, 'secret')).map((one) => withoutStop(text, one)),
    ...matches(text, signIn, 'secret'),
    ...matches(text, quotedSecret, 'secret').map((one) => {
      const at = /["'`“„«‘] ?/.exec(text.slice(one.start, one.end));
      return { ...one, start: one.start + (at ? at.index + at[0].length : 0), end: one.end - 1 };
    }),
    ...findToldSecrets(text, table),
  ];
}

const vendorForms = [
  // OpenAI, Anthropic, Stripe, Clerk and others: sk-…, sk_live_…, pk_test_…
  /(?<![\w-])(?:sk|pk|rk)[-_](?:[a-z\d]{2,10}[-_]){0,3}[A-Za-z\d_-]{16,2000}/g,
  // AWS, Google, Slack, SendGrid, Mailgun, Twilio, Airtable, Telegram.
  /(?<!\w)(?:AKIA|ASIA|ABIA|ACCA)[A-Z\d]{16}(?!\w)/g,
  /(?<![\w-])(?:AIza[\w-]{35}|ya29\.[\w-]{20,300}|GOCSPX-[\w-]{20,40})/g,
  /(?<!\w)(?:xox[abeoprs]-[A-Za-z\d-]{10,250}|xapp-\d-[A-Za-z\d-]{10,200})/g,
  /(?<!\w)SG\.[\w-]{16,32}\.[\w-]{16,64}/g,
  /(?<!\w)(?:key-[\da-f]{32}|(?:SK|AC)[\da-f]{32})(?!\w)/g,
  /(?<!\w)pat[A-Za-z\d]{14}\.[\da-f]{64}/g,
  /(?<![\w:])\d{8,10}:[\w-]{35}(?![\w-])/g,
  // GitHub, GitLab, npm, PyPI, Docker, Hugging Face, Replicate, Groq, xAI, Perplexity, NVIDIA, DigitalOcean, Linear, Notion, Shopify, Square, Figma,
  // Razorpay, Doppler, Contentful, Postman, New Relic, Sentry, PostHog, Grafana, Vault, Tailscale, Atlassian, 1Password, Netlify, Supabase, Databricks.
  /(?<!\w)(?:gh[opsru]_|github_pat_|gl(?:pat|ptt|dt|rt|cbt|ft|imt|agent|soat)-|npm_|pypi-|dckr_pat_|hf_|r8_|gsk_|xai-|pplx-|nvapi-|do[opr]_v1_|lin_(?:api|oauth)_|ntn_|secret_|shp(?:at|ss|ca|pa)_|sq0(?:atp|csp)-|figd_|rzp_(?:live|test)_|dp\.(?:pt|st|sa)\.|CFPAT-|PMAK-|NRAK-|NRII-|sntry[su]_|ph[cx]_|gl(?:sa|c)_|hv[sb]\.|tskey-|ATATT3|ATCTT3|ops_|nfp_|sbp_|dapi|whsec_|tok_|parley_)[A-Za-z\d_.=+/-]{14,300}/g,
  // JSON Web Tokens, and what a request carries.
  /(?<![\w-])eyJ[\w-]{10,2000}\.eyJ[\w-]{10,2000}\.[\w-]{10,1000}/g,
  /(?<=\b[Bb]earer )[\w.~+/=-]{12,2000}/g,
  /(?<=\b[Bb]asic )[A-Za-z\d+/]{12,500}={0,2}/g,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[A-Za-z\d+/=\s]{0,5000}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g,
];

/** name:password@host without a scheme. */
const signIn =
  /(?<![\w.:/@-])[\w.-]{1,40}:[^\s@/:]{3,60}@[A-Za-z\d](?:[A-Za-z\d-]{0,40}\.){1,5}[A-Za-z]{2,24}(?::\d{2,5})?/g;

const url = /(?<![A-Za-z\d+.-])[A-Za-z][A-Za-z\d+.-]{1,20}:\/\/[^\s"'<>«»“”]{3,1500}/g;
const opens = [
  /^[^/?#]{3,24}\/[^/?#@]{0,200}:[^/?#@]{1,200}@|^[a-z+.]{2,20}:\/\/[^/?#@:]{0,100}:[^/?#]{1,200}@/i,
  /[?&#;](?:[\w.-]{0,30}(?:token|secret|signature|password|passwd|api[_-]?key|apikey|credential)|key|sig|pwd|pass|auth|jwt|sas|code|session|sessionid|sid|otp|magic|invite)=[^&#\s]{4}/i,
  /hooks\.slack\.com\/(?:services|workflows)\/\w|discord(?:app)?\.com\/api\/webhooks\/\d|webhook\.office\.com\/|\/(?:reset|magic|verify|invite)[\w/-]{0,30}\/[\w-]{20}/,
];

/** URLs with a name and password, or a token: whole, since whoever has one gets in. */
function findUrls(text: string): PersonalDatum[] {
  return matches(text, url, 'secret', (match) => opens.some((pattern) => pattern.test(match))).map((one) =>
    withoutStop(text, one),
  );
}

/** Without the stop, comma or bracket behind it. */
function withoutStop(text: string, one: PersonalDatum): PersonalDatum {
  const ending = /[.,;:!?)\]}>*]{1,5}$/.exec(text.slice(Math.max(one.start, one.end - 5), one.end))?.[0] ?? '';
  return { ...one, end: one.end - ending.length };
}

/** the password is "…", das Passwort „…“: whatever stands in the quotes. */
const quotedSecret =
  /(?<![\p{L}\d])(?:pass ?(?:word|phrase|code)|(?:wlan-?)?pass?wort|kennwort|contraseña|palabra clave|clave|mot de passe|mdp|secret|api[ _-]?key|token)(?![\p{L}\d])[^"'`“„«‘\n.!?]{0,40}(?:"[^"\n]{3,80}"|`[^`\n]{3,80}`|[“„][^“”"\n]{3,80}[“”]|«[^»\n]{3,80}»|(?<=[ :=])'[^'\n]{3,80}'(?!\p{L}))/giu;
const token = /(?<!\S)\S{3,250}(?!\S)/g;
const wrapping = /^["'`“”„«»‘’([{<*_]{1,3}|["'`“”„«»‘’)\]}>*.,;:!?…]{1,4}$/g;
const inFront = 90;
const behind = 60;

/** What looks like a secret near a word for one, and what is said to be one. */
function findToldSecrets(text: string, table: WordTable): PersonalDatum[] {
  const words = [...text.matchAll(secretWords)].map(({ index, 0: word }) => ({
    start: index,
    end: index + word.length,
  }));
  const codes = [...text.matchAll(codeWords)].map(({ index, 0: word }) => ({ start: index, end: index + word.length }));
  const services = [...text.matchAll(serviceWords)].map(({ index, 0: word }) => ({
    start: index,
    end: index + word.length,
  }));
  const found: PersonalDatum[] = [];
  if (words.length + codes.length + services.length === 0 && !/[#$&!%^]/.test(text)) return found;
  const isNear = (places: readonly { start: number; end: number }[], start: number, end: number) =>
    places.some(
      (place) =>
        (place.end <= start && start - place.end <= inFront) || (place.start >= end && place.start - end <= behind),
    );
  const isAfter = (places: readonly { start: number; end: number }[], start: number) =>
    places.some(
      (place) => place.end <= start && start - place.end <= inFront && !/[.!?] |\n/.test(text.slice(place.end, start)),
    );
  for (const match of text.matchAll(token)) {
    const [from, value] = unwrap(match.index, match[0]);
    if (value.length < 3) continue;
    const [start, end] = [from, from + value.length];
    const strength = strengthOf(value);
    const isSecret =
      (strength >= 3 && (value.length >= 10 || isNear(services, start, end))) ||
      (strength >= 1 && isNear(words, start, end)) ||
      (/^\d{3,8}[A-Z#*]?$/.test(value) && isAfter(codes, start) && !isYearOrAmount(text, start, end)) ||
      isToldDirectly(text, { words, start, value, table });
    if (isSecret) found.push({ kind: 'secret', start, end });
  }
  return found;
}

/** A token without quotes and the stop behind it; of `name=value` and `name:value` the value. */
function unwrap(at: number, whole: string): [number, string] {
  const assigned = /^[\w.-]{2,40}[=:](?=.{4})["'`]?/.exec(whole)?.[0] ?? '';
  let [start, value] = [at + assigned.length, whole.slice(assigned.length)];
  for (const [wrap] of value.matchAll(wrapping)) {
    if (value.startsWith(wrap) && start - at - assigned.length < 3 && !/^[*_]/.test(wrap)) {
      start += wrap.length;
      value = value.slice(wrap.length);
    } else if (value.endsWith(wrap)) value = value.slice(0, value.length - wrap.length);
  }
  return [start, value];
}

/** 3: letters of both kinds, a digit and a sign · 1: letters with digits or with a sign inside · 0: a word, a number, an address, a date. */
function strengthOf(value: string): number {
  if (value.length < 6 || value.includes('://') || /^[^\s@]+@[^\s@]+\.\w/.test(value)) return 0;
  if (/^\+?[\d.,:/()-]+(?:st|nd|rd|th|er|e|[ap]m|h|kg|cm|mm|km|€|%)?$/i.test(value)) return 0;
  if (/\.(?:pdf|docx?|xlsx?|png|jpe?g|zip|csv|txt|html?)$/i.test(value) || /^[/~.\\]|^\w:\\/.test(value)) return 0;
  const [hasSmall, hasLarge, hasDigit] = [/\p{Ll}/u.test(value), /\p{Lu}/u.test(value), /\d/.test(value)];
  const sign = /[#$!%&*_^~+=@?]/.test(value.slice(1));
  if (!hasSmall && !hasLarge) return 0;
  if (hasSmall && hasLarge && hasDigit && sign) return 3;
  if (hasDigit || (sign && !/^[\p{L}]+(?:[&+]\p{L}+)*$/u.test(value))) return 1;
  return 0;
}

const isYearOrAmount = (text: string, start: number, end: number): boolean =>
  /(?:[€$£#]|\b(?:in|en|im|seit|depuis|desde|since|room|zimmer|error|http))\s?$/i.test(
    text.slice(Math.max(0, start - 10), start),
  ) || /^(?:[.,:]\d|\s?(?:€|%|eur|euro|dollar|usd|[ap]m\b|uhr|h\b|km|m²|kg))/i.test(text.slice(end, end + 8));

interface Told {
  words: readonly { start: number; end: number }[];
  start: number;
  value: string;
  table: WordTable;
}

/** "Password: hunter", "la contraseña es xyz": whatever follows, unless it is an ordinary word. */
function isToldDirectly(text: string, { words, start, value, table }: Told): boolean {
  const word = words.find(({ end }) => end <= start && start - end <= 25);
  if (!word || value.length < 4) return false;
  const link = text.slice(word.end, start).trim().toLowerCase();
  if (!linkWords.test(link)) return false;
  const isWord = (table.flagsOf(value) & wordFlags.ordinary) !== 0 || /^[^\p{L}\d]+$/u.test(value);
  return !isWord;
}
