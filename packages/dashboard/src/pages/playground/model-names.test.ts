import { expect, it } from 'vitest';
import { namesFor } from './model-names.ts';

const architecture = { modality: '', input_modalities: ['text'], tokenizer: '', instruct_type: null };
const model = (id: string, output: string, parameters: string[] = []) => ({
  id,
  name: id,
  architecture: { ...architecture, output_modalities: [output] },
  supported_parameters: parameters,
});

it('offers what can serve the kind of request, then engines by their names, and the reader', () => {
  const listed = [
    model('small-2', 'text', ['tools']),
    model('plain', 'text', ['temperature']),
    model('sketch', 'image'),
    model('lexical', 'embedding'),
  ];
  const engines = [
    { engine: 'reader', kind: 'text' as const },
    { engine: 'openai/gpt-5-mini', kind: 'text' as const },
    { engine: 'openai/gpt-image-1', kind: 'images' as const },
  ];
  const values = (mode: 'answer' | 'agent') => namesFor(mode, listed, engines).map(({ value }) => value);
  expect(values('answer')).toEqual(['small-2', 'plain', 'openai/gpt-5-mini', 'reader']);
  expect(values('agent')).toEqual(['small-2', 'openai/gpt-5-mini', 'reader']);
});
