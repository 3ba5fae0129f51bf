const longestText = 4096;

/**
 * The beginning of a value's JSON, of about `limit` characters, at a cost that is bounded by it however large the value is.
 * Of long texts that are encoded bytes only the length is given.
 */
export function boundedJson(value: unknown, limit: number): { text: string; isCut: boolean } {
  const parts: string[] = [];
  let left = limit;
  const add = (text: string) => {
    parts.push(text);
    left -= text.length;
  };
  const write = (one: unknown): void => {
    if (left <= 0) return;
    if (typeof one === 'string')
      add(JSON.stringify(isEncoded(one) ? `[${one.length} characters]` : one.slice(0, left + 1)));
    else if (Array.isArray(one)) writeAll('[]', one, write);
    else if (typeof one === 'object' && one !== null) {
      writeAll('{}', namesOf(one), (name) => {
        add(`${JSON.stringify(name.slice(0, left + 1))}:`);
        write(Reflect.get(one, name));
      });
    } else add(JSON.stringify(one) ?? 'null');
  };
  const writeAll = <Item>([open = '', close = '']: string, items: Iterable<Item>, writeOne: (item: Item) => void) => {
    add(open);
    let isFirst = true;
    for (const item of items) {
      if (left <= 0) return;
      if (!isFirst) add(',');
      isFirst = false;
      writeOne(item);
    }
    add(close);
  };
  write(value);
  return { text: parts.join('').slice(0, limit), isCut: left < 0 };
}

/** One after another: pairs of 300,000 fields, which a body may have, take 200 ms. */
function* namesOf(value: object): Generator<string> {
  for (const name in value) if (Object.hasOwn(value, name)) yield name;
}

const isEncoded = (text: string): boolean =>
  text.length > longestText && (/^data:[^,]{1,200};base64,/.test(text) || /^[\w+/-]{512}/.test(text));
