import { promptEndpoints as endpoints } from '@parley/contract';
import type { AuditLog } from '../../../features/people/audit/audit-log.ts';
import type { WorkspaceService } from '../../../features/people/workspaces/workspace-service.ts';
import type { PromptStore } from '../../../features/text/kept-prompts/prompt-store.ts';
import type { EdgeCall } from '../../../ports/call.ts';
import { managedWorkspace, requireManaged } from '../../managed-workspace.ts';
import { noteInto } from '../../note-change.ts';
import { type Route, route } from '../../route.ts';

export interface PromptRouteParts {
  prompts: PromptStore;
  workspaces: WorkspaceService;
  audit: Pick<AuditLog, 'record'>;
}

/** Prompts that callers keep. */
export function promptRoutes({ prompts, workspaces, audit }: PromptRouteParts): Route[] {
  const note = noteInto(audit);
  const promptOf = async (id: string, call: EdgeCall) => {
    const prompt = await prompts.find(id);
    requireManaged(call, prompt.workspace_id, `prompt ${id}`);
    return prompt;
  };
  const noted = (
    call: EdgeCall,
    action: string,
    { id, workspace_id: workspaceId }: { id: string; workspace_id: string },
    details = {},
  ) => note(call, { action, target: id, workspaceId, details });
  return [
    route(endpoints.listPrompts, ({ query: { workspace_id: named, ...rest }, call }) =>
      prompts.list({ ...rest, workspaceId: managedWorkspace(call, named) }),
    ),
    route(endpoints.createPrompt, async ({ body, call }) => {
      const named = managedWorkspace(call, body.workspace_id);
      const { id: workspaceId } = await (named === undefined ? workspaces.first() : workspaces.get(named));
      const prompt = await prompts.create(body, workspaceId, call.actor);
      await noted(call, 'prompt.create', prompt, { name: prompt.name });
      return prompt;
    }),
    route(endpoints.getPrompt, ({ params, call }) => promptOf(params.id, call)),
    route(endpoints.updatePrompt, async ({ params, body, call }) => {
      const prompt = await promptOf(params.id, call);
      const changed = await prompts.update(prompt, body);
      await noted(call, 'prompt.update', prompt);
      return changed;
    }),
    route(endpoints.deletePrompt, async ({ params, call }) => {
      const prompt = await promptOf(params.id, call);
      await prompts.delete(prompt);
      await noted(call, 'prompt.delete', prompt);
      return { id: params.id, deleted: true as const };
    }),
    route(endpoints.listPromptVersions, async ({ params, query, call }) => {
      await promptOf(params.id, call);
      return prompts.versions(params.id, query);
    }),
    route(endpoints.createPromptVersion, async ({ params, body, call }) => {
      const prompt = await promptOf(params.id, call);
      const version = await prompts.add(prompt, body, call.actor);
      await noted(call, 'prompt.version', prompt, { version: version.version });
      return version;
    }),
    route(endpoints.getPromptVersion, async ({ params, call }) => {
      await promptOf(params.id, call);
      return prompts.version(params.id, params.version);
    }),
    route(endpoints.setPromptLabel, async ({ params, body, call }) => {
      const prompt = await promptOf(params.id, call);
      const changed = await prompts.setLabel(prompt, params.label, body.versions);
      await noted(call, 'prompt.label', prompt, { label: params.label });
      return changed;
    }),
    route(endpoints.deletePromptLabel, async ({ params, call }) => {
      const prompt = await promptOf(params.id, call);
      const changed = await prompts.deleteLabel(prompt, params.label);
      await noted(call, 'prompt.label', prompt, { label: params.label });
      return changed;
    }),
  ];
}
