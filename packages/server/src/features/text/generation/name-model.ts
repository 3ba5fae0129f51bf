import { AppError } from '../../../lib/app-error.ts';
import type { Call } from '../../../ports/call.ts';
import type { GenerationService } from './generation-service.ts';

/** How a call says which models it wants. */
interface ModelNames {
  model?: string | undefined;
  models?: string[] | null | undefined;
}

/**
 * The request with the model that it means: the one that it names, else the first of `models`, else that of its kept prompt, which without one means the
 * default model. Throws `invalid_request` where it says nothing of all this.
 */
export async function withModel<Request extends ModelNames>(
  request: Request,
  call: Call,
  generation: Pick<GenerationService, 'modelOf'>,
): Promise<Request & { model: string }> {
  const { model, models } = request;
  if (model !== undefined) return { ...request, model };
  const [first, ...others] = models ?? [];
  if (first !== undefined) return { ...request, model: first, models: others };
  if (call.prompt !== undefined) return { ...request, model: await generation.modelOf(call.prompt, call) };
  throw new AppError('invalid_request', 'model is required', { title: 'model is required', param: 'model' });
}
