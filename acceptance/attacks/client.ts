import type { Reply, Request } from './attack.ts';
import { Service } from './service.ts';

/** Asks and waits for the whole answer; status 0 when there was none in time. */
export async function ask(base: string, request: Request, timeoutMs: number, key?: string): Promise<Reply> {
  const { method, path, json, form, isAdmin = false } = request;
  const headers: Record<string, string> = {
    authorization: `Bearer ${key ?? (isAdmin ? Service.adminKey : Service.userKey)}`,
    accept: 'application/json, text/event-stream',
    ...request.headers,
  };
  if (json !== undefined) headers['content-type'] = 'application/json';
  const body = form ? formOf(form) : typeof json === 'string' || json === undefined ? json : JSON.stringify(json);
  try {
    const answer = await fetch(base + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return { status: 0, type: '', text: cause };
  }
}

function formOf({ file, fields = {} }: NonNullable<Request['form']>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([file.content], { type: file.type }), file.name);
  return form;
}
