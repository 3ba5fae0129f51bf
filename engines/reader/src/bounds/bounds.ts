/*
 * How much of what a caller sends is looked at closely. Everything that the reader's patterns and loops see has passed one of these,
 * so that what they cost grows with the length of a text and never with its square. Texts that people write stay below all of them.
 */

/**
 * UTF-16 units of one and the same character in a row that are kept. Rules under headings and the gaps between columns have fewer;
 * a pattern that begins anew at each of them costs its square.
 */
export const mostOfSameCharacter = 200;

/** UTF-16 units of a short group of characters over and over (`http://http://`, `1,1,1,`) that are kept. */
export const mostOfSameGroup = 200;

/** The longest group that is looked for: `http://` has seven characters. */
export const longestGroup = 8;

/** UTF-16 units of a stretch of letters, figures and marks without a space, comma or bracket. Addresses on the web have up to 2,000. */
export const longestUnbroken = 2000;

/** UTF-16 units of a question or an instruction. What is longer brings its text with it, and is parted into the two. */
export const longestQuestion = 2000;

/** UTF-16 units of a sentence; a longer one is text without full stops (data on one line, code), and is read in stretches. */
export const longestSentence = 2000;

/** UTF-16 units of a heading or a cell of a table; a longer one holds a text, of which the beginning is read. */
export const longestCell = 2000;

/** UTF-16 units of a line that is read for labels, cells and values; what stands behind them in it is read as sentences only. */
export const longestLine = 2000;

/** UTF-16 units of a word. German compounds have up to 80 letters, names of chemical substances seldom more than 100. */
export const longestWord = 100;

/** UTF-16 units of what is said of a tool, a parameter or a field. Vendors allow 1,024 for a tool. */
export const longestDescription = 4000;

/** UTF-16 units of a value or a name out of a schema that is looked for in a text. */
export const longestOption = 200;
