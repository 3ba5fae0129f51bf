import { type FieldPlace, fieldPlaces } from './field-places.ts';

/**
 * Ids of files are UUIDs, which mean the same in capitals. They are read in small letters where a request comes in, in every field
 * of these names that its schema knows, so that nothing behind has to think of it. Other ids (of collections, runs, integrations)
 * differ by the case of their letters and stay as they came, as does what is no UUID.
 */
const fileIdFields = new Set(['file_id', 'file_ids', 'parent_file_id']);

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The places in what a schema describes at which ids of files can stand. */
export function fileIdPlaces(schema: unknown): FieldPlace[] {
  return fieldPlaces(schema, (name) => fileIdFields.has(name));
}

/** An id of a file as it is stored. */
export const readFileId = (id: string): string => (uuid.test(id) ? id.toLowerCase() : id);

/** Reads the ids of files at these places of a value that has been checked, in the value itself. */
export function readFileIds(value: unknown, places: readonly FieldPlace[]): void {
  for (const place of places) readAt(value, place, 0);
}

function readAt(value: unknown, place: FieldPlace, depth: number): void {
  const step = place[depth];
  if (typeof value !== 'object' || value === null || step === undefined) return;
  if (step === '*') {
    if (Array.isArray(value)) for (const item of value) readAt(item, place, depth + 1);
    return;
  }
  const inner: unknown = Reflect.get(value, step);
  if (depth < place.length - 1) readAt(inner, place, depth + 1);
  else if (typeof inner === 'string') Reflect.set(value, step, readFileId(inner));
  else if (Array.isArray(inner)) {
    for (const [index, id] of inner.entries()) if (typeof id === 'string') inner[index] = readFileId(id);
  }
}
