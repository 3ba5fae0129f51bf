/**
 * Control characters but the tab and the line feed, marks that turn the direction of writing, spaces without width and Unicode's
 * tags. What joins letters (U+200C, U+200D) stays: several scripts are written with it.
 */
const unseen = /[^\P{Cc}\t\n]|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/** Text of a third party without what nobody sees who looks at it: a model would read it all the same. */
export const visibleText = (text: string): string => text.replaceAll(unseen, '');
