/** A file that was read and is not indexed yet is still being worked on. */
export function stateOf(status: string, isIndexed: boolean): 'pending' | 'processing' | 'ready' | 'failed' {
  if (status === 'ready') return isIndexed ? 'ready' : 'processing';
  return status === 'pending' || status === 'failed' ? status : 'processing';
}
