/** A variable of the environment, where the runtime has one. */
export function environmentVariable(name: string): string | undefined {
  const value = globalThis.process?.env?.[name];
  return value === '' ? undefined : value;
}
