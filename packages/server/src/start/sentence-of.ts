/** Deep enough for every chain of causes of ours; a chain that names itself would have no end. */
const mostCauses = 4;

/**
 * What whoever types a command is told: what is wrong, and why as far as that is known, and not where in the program. Callers over the wire are
 * told the first sentence alone.
 */
export function sentenceOf(error: unknown): string {
  const said: string[] = [];
  for (let at: unknown = error, depth = 0; at != null && depth < mostCauses; depth++) {
    const message = at instanceof Error ? at.message : String(at);
    if (message !== '' && !said.some((other) => other.includes(message))) said.push(message);
    at = at instanceof Error ? at.cause : null;
  }
  return said.join('\nBecause: ');
}
