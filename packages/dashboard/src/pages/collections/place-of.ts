import type { Source } from '@parley/sdk';

/** Where a passage stands, as an address of the page of its file. */
export const placeOf = ({ file_id, start, end, page }: Pick<Source, 'file_id' | 'start' | 'end' | 'page'>): string =>
  `/files/${file_id}?${new URLSearchParams(
    page === undefined ? { at: `${start}-${end}`, tab: 'text' } : { at: `${start}-${end}-${page}` },
  )}`;
