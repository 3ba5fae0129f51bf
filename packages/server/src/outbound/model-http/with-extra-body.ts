/** A body with the operator's further fields; what the body says already stands. */
export function withExtraBody(body: object, extra: Readonly<Record<string, unknown>> | undefined): object {
  if (extra === undefined) return body;
  const said = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  return { ...extra, ...said };
}
