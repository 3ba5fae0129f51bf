/** The role of the default model when a caller names none; also the names under which compatible clients reach it. */
export const roleInstructions = {
  conversation: 'You are a helpful assistant.',
  agent: 'You are a helpful assistant with access to tools.',
} as const;

const isRole = (name: string): name is keyof typeof roleInstructions => Object.hasOwn(roleInstructions, name);

/** A model name of a compatible client: `conversation` and `agent` are the default model with their instructions. */
export function readModelName(name: string): { model: string | undefined; instructions: string } {
  return isRole(name) ? { model: undefined, instructions: roleInstructions[name] } : { model: name, instructions: '' };
}
