/** When what stands at a position of a text is said, in seconds; undefined where nobody speaks. */
export function timeAt(
  times: readonly { at: number; seconds: number }[] | undefined,
  position: number,
): number | undefined {
  const next = times?.findIndex(({ at }) => at > position) ?? -1;
  return times?.at(next === -1 ? -1 : Math.max(0, next - 1))?.seconds;
}
