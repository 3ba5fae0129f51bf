const sampleLength = 20_000;
const samples = 5;

/**
 * About how many tokens a model makes of a text, rather too many than too few: four Latin letters, two of another
 * alphabet, or one Chinese or Japanese character to a token. Long texts are judged by samples.
 */
export function estimateTokens(text: string): number {
  if (text.length <= sampleLength * samples) return Math.ceil(count(text));
  let counted = 0;
  for (let sample = 0; sample < samples; sample++) {
    const at = Math.floor(((text.length - sampleLength) * sample) / (samples - 1));
    counted += count(text.slice(at, at + sampleLength));
  }
  return Math.ceil((counted / (sampleLength * samples)) * text.length);
}

function count(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) tokens += isLetterOrSpace(code) ? 0.25 : 0.5;
    else if (code < 0x2e80) tokens += 0.5;
    else tokens += 1;
  }
  return tokens;
}

function isLetterOrSpace(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 32;
}
