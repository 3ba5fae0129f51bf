import { AppError } from './app-error.ts';

/** Throws `forbidden` for callers whose key or workspace keeps everything inside. */
export function requireWeb({ mayAskWeb }: { mayAskWeb: boolean }): void {
  if (mayAskWeb) return;
  throw new AppError('forbidden', 'This key or its workspace may not ask the web; an admin can allow it with `web`.', {
    title: 'The web is forbidden',
    param: 'web',
  });
}
