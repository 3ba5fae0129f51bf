/** As much of a node of Babel as is looked at. */
interface Path {
  key: string | number | null;
  listKey?: string;
  parent: { type: string; callee?: { type: string; name?: string } } | null;
}

/**
 * Leaves out the wording of errors: a message that says the same in other words is no fault. Tests that ask for a word of a
 * message (the name of a field, an amount) do so all the same.
 */
function shouldIgnore({ key, listKey, parent }: Path): string | undefined {
  if (parent?.type !== 'NewExpression' || listKey !== 'arguments' || parent.callee?.type !== 'Identifier') return;
  const messageAt = parent.callee.name === 'AppError' ? 1 : parent.callee.name === 'Error' ? 0 : null;
  return key === messageAt ? 'wording of an error' : undefined;
}

/** Read by Stryker. */
export const strykerPlugins = [{ kind: 'Ignore', name: 'prose', value: { shouldIgnore } }];
