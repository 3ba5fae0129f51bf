/** Letters that do not fall apart into a base and marks, with what they look like without their stroke, dot or tie. */
const lookalikes: Readonly<Record<string, string>> = {
  ß: 'Bb38s',
  ł: 'lt1Ii',
  Ł: 'LtEI',
  ı: 'il1I',
  ø: 'o0e',
  Ø: 'O0Q',
  đ: 'd',
  Đ: 'D',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oce',
  Œ: 'OCE',
  þ: 'pb',
  ð: 'do',
  '¿': '?ic',
  '¡': '!i1jIl',
};

/** The letter without its marks: `é` is `e`. */
function baseLetter(letter: string): string {
  return letter.normalize('NFD').replace(/\p{M}+/gu, '');
}

/** Whether `plain`, of the letters A to Z, figures or marks, is how an engine that knows no accents reads `letter`. */
export function isReadingWithoutMarks(plain: string, letter: string): boolean {
  if (plain === letter || !/^[!-~]$/.test(plain)) return false;
  const base = baseLetter(letter);
  if (base !== letter)
    return base.toLowerCase() === plain.toLowerCase() || (/^[ií]$/iu.test(base) && /^[l1I|]$/.test(plain));
  return lookalikes[letter]?.includes(plain) ?? false;
}
