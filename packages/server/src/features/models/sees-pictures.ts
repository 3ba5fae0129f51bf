/**
 * Families of models that can be given pictures, by the name after the provider. What is not among them is read to by
 * OCR, unless the operator lists `image` under `input_modalities`.
 */
// bounded: the name of a model of the configuration, at most 200 characters
const families = new RegExp(
  [
    'gpt-(?:4o|4\\.|4-turbo|4-vision|[5-9])',
    'chatgpt-4o',
    '(?:^|/)o[1-9](?!-mini|-preview)',
    'o4-mini',
    'claude-(?:3|[4-9]|opus|sonnet|haiku|fable)',
    'gemini',
    'grok-(?:[4-9]|\\d.*vision)',
    'pixtral',
    'mistral-(?:small-(?:3\\.|latest|25|26)|medium|large-(?:latest|25|26))',
    'llama-?(?:4|3\\.2.*vision)',
    'gemma-?[34]',
    'llava',
    'moondream',
    'minicpm-?v',
    'internvl',
    'qwen.*(?:vl|omni)',
    'glm-.*v(?:$|[-:])',
    'vision',
  ].join('|'),
  'i',
);

/** Whether a model is known to see, by its name `provider/model`. */
export function seesPictures(name: string): boolean {
  return families.test(name.slice(name.indexOf('/') + 1).slice(0, 200));
}
