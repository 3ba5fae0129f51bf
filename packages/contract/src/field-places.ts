/** Where a field can stand in what a schema describes: property names, and `*` for the items of a list. */
export type FieldPlace = readonly string[];

/** Schemas nest a few levels; a schema that refers to itself is not followed further. */
const deepest = 12;

/** Every place at which a schema names a field of such a name, each once. */
export function fieldPlaces(schema: unknown, isWanted: (name: string) => boolean): FieldPlace[] {
  const found = new Map<string, FieldPlace>();
  const collect = (inner: unknown, place: FieldPlace): void => {
    if (typeof inner !== 'object' || inner === null || place.length > deepest) return;
    for (const [name, property] of Object.entries(Reflect.get(inner, 'properties') ?? {})) {
      const at = [...place, name];
      if (isWanted(name)) found.set(at.join('/'), at);
      else collect(property, at);
    }
    collect(Reflect.get(inner, 'items'), [...place, '*']);
    for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
      const branches: unknown = Reflect.get(inner, keyword);
      if (Array.isArray(branches)) for (const branch of branches) collect(branch, place);
    }
  };
  collect(schema, []);
  return [...found.values()];
}
