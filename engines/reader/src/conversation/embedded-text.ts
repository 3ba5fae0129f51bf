// bounded: every pattern of this file sees a question, at most 2,000 characters

/** A message that brings its own text: what is asked, and the text it is asked of. */
export interface EmbeddedText {
  request: string;
  /** Offset of `text` in the message. */
  start: number;
  text: string;
}

const leastWords = 12;

/** Tells the request from the text in a message such as "Summarise this:\n\n…" or "… What year was that?". */
export function findEmbeddedText(message: string): EmbeddedText | undefined {
  const fenced =
    /"""([\s\S]{20,}?)"""|```[^\n]*\n([\s\S]{20,}?)```|<(text|context|document|article|passage)>([\s\S]{20,}?)<\/\3>/i.exec(
      message,
    );
  if (fenced) {
    const text = (fenced[1] ?? fenced[2] ?? fenced[4] ?? '').trim();
    return { request: message.replace(fenced[0], ' ').trim(), text, start: message.indexOf(text) };
  }
  const trimmed = message.trim();
  const colon = /^([^\n]{3,200}?:)\s*\n?\s*(\S[\s\S]*)$/.exec(trimmed);
  if (colon?.[1] && colon[2] && words(colon[2]) >= leastWords && !/\bhttps?:$/.test(colon[1])) {
    const inner = colon[2];
    const asked = /\n\s*\n?([^\n]{3,200}\?)\s*$/.exec(inner);
    const text = asked ? inner.slice(0, asked.index).trim() : inner;
    return { request: asked?.[1] ?? colon[1].replace(/:$/, ''), text, start: message.indexOf(text) };
  }
  const parts = trimmed.split(/\n\s*\n|\n(?=[^\n]*\?\s*$)/);
  if (parts.length > 1) {
    const at = parts.findLastIndex((part) => /\?\s*$/.test(part) && words(part) < 40);
    const request = parts[Math.max(at, 0)] ?? '';
    const text = parts.filter((part) => part !== request).join('\n\n');
    if (words(text) >= leastWords) return { request, text, start: Math.max(0, message.indexOf(text)) };
  }
  const last = /(?<=[.!?]["”]?\s)([^.!?\n]{5,200}\?)\s*$/.exec(trimmed);
  const before = last ? trimmed.slice(0, last.index).trim() : '';
  return last?.[1] && words(before) >= 4
    ? { request: last[1], text: before, start: message.indexOf(before) }
    : undefined;
}

const words = (text: string): number => text.split(/\s+/).length;
