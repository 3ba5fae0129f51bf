/** A pattern that also fits what is typed without accents: "telefono" for "teléfono". It may have no named groups. */
export function typedWithoutAccents({ source, flags }: RegExp): RegExp {
  const plain = source.normalize('NFD').replaceAll(/\p{M}/gu, '');
  // bounded: a question, a sentence or a part of one, at most 2,000 characters
  return plain === source ? new RegExp(source, flags) : new RegExp(`(?:${source})|(?:${plain})`, flags);
}
