import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

/**
 * The token behind the `#` of a link, where no server and no log sees it; empty without one. It stays known while the page is open,
 * also when it has left the address.
 */
export function useLinkToken(): string {
  const { hash } = useLocation();
  const [token] = useState(() => new URLSearchParams(hash).get('token') ?? '');
  return token;
}
