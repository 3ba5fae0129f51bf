import type { Call } from '../../../ports/call.ts';
import type { RunnableTools } from './tool-loop.ts';

/** The features of integrations that a request names, as tools; null when it names none. */
export type IntegrationToolSource = (
  request: { integrations?: { id: string; features?: string[] }[]; user_id?: string; confirm?: string },
  call: Call,
) => Promise<RunnableTools | null>;
