import { type AskedName, askedNames, holdsName } from '@parley/text';

/** Whether a row of a table speaks of another thing than the question names: its cell goes on in another way, or some text gives that name as it is. */
export function namesAnother(question: string, cells: readonly string[], texts: readonly string[]): boolean {
  return askedNames(question).some((name) => isOther(cells, name, texts));
}

function isOther(cells: readonly string[], name: AskedName, texts: readonly string[]): boolean {
  const holds = cells.map((cell) => holdsName(cell, name));
  if (holds.includes('whole')) return false;
  const goesOn = cells.some((cell, at) => holds[at] === 'partly' && cell.split(/\s+/u).length > name.core);
  return goesOn || (holds.includes('longer') && texts.some((text) => holdsName(text, name) === 'whole'));
}
