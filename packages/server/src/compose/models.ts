import { ReaderLanguageModel } from '../adapters/reader/reader-language-model.ts';
import type { Ground } from '../compose.ts';
import type { ModelRouter } from '../features/models/model-router.ts';
import { AppError } from '../lib/app-error.ts';

/** The models behind the names of the wire. */
export function composeModels({ clock }: Ground): { models: ModelRouter } {
  const reader = new ReaderLanguageModel({ clock });
  const pricing = {
    'small-2': { input: 0.0008, output: 0.0045, request: 0 },
    'small-1': { input: 0.001, output: 0.005, request: 0 },
  };
  return {
    models: {
      defaultModel: 'small-2',
      resolve(name) {
        if (name !== 'small-1' && name !== 'small-2')
          throw new AppError('model_not_found', `There is no model ${name}`);
        return {
          id: name,
          embedded: true,
          pricing: pricing[name],
          contextLength: 200_000,
          stream: (prompt, signal) => reader.stream(prompt, signal),
        };
      },
      list: () => [],
    },
  };
}
