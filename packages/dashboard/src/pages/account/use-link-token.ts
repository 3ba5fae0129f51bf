import { useLocation } from '@tanstack/react-router';

/** The token behind the `#` of a link, where no server and no log sees it; empty without one. */
export const useLinkToken = (): string => new URLSearchParams(useLocation().hash).get('token') ?? '';
