// bounded: every pattern of this file sees a line, a cell or a sentence, at most 2,000 characters

export const email = /[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/u;
export const phone = /(?<![\d.,-])(?:\+\d{1,3}|\(?0\d{1,5}\)?|\(\d{2,5}\)|\d{3})(?:[ ./-]?\(?\d{1,5}\)?){1,6}(?!\d)/;
export const url = /\b(?:https?:\/\/|www\.)[^\s,;)<>]+|\b[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}(?:\/[^\s,;)<>]*)?\b/i;
export const time =
  /(?<!\d)(?:[01]?\d|2[0-3])[:.][0-5]\d(?::[0-5]\d)?(?:\s?[ap]\.?m\.?)?(?!\d)|(?<!\d)\d{1,2}\s?[ap]m\b/i;

/** The same, for all that a text has of them. */
export const emails = new RegExp(email, 'gu');
export const phones = new RegExp(phone, 'g');
export const urls = new RegExp(url, 'gi');
export const times = new RegExp(time, 'gi');
