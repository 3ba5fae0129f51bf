/** A passage as an address of the page of its file names it: `?at=10-42-3` on page 3, in the text where there are no pages. */
export const placeInUrl = ({ start, end, page }: { start: number; end: number; page?: number | undefined }) => ({
  at: page === undefined ? `${start}-${end}` : `${start}-${end}-${page}`,
});
