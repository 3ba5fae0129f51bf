/** What a field for an amount of money takes: digits with a point or a comma, nothing below zero; empty for none. */
export const isAmount = (text: string): boolean => text.trim() === '' || /^\d+(?:[.,]\d+)?$/.test(text.trim());
