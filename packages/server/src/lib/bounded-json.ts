const longestText = 4096;

/**
 * The beginning of a value's JSON, of about `limit` characters, at a cost that is bounded by it however large the value is.
 * Long texts that are encoded bytes are told by their length alone.
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
      writeAll('{}', Object.entries(one), ([name, inner]: [string, unknown]) => {
        add(`${JSON.stringify(name)}:`);
        write(inner);
      });
    } else add(JSON.stringify(one) ?? 'null');
  };
  const writeAll = <Item>([open = '', close = '']: string, items: Item[], writeOne: (item: Item) => void) => {
    add(open);
    for (const [index, item] of items.entries()) {
      if (left <= 0) return;
      if (index > 0) add(',');
      writeOne(item);
    }
    add(close);
  };
  write(value);
  return { text: parts.join('').slice(0, limit), isCut: left < 0 };
}

const isEncoded = (text: string): boolean =>
  text.length > longestText && (/^data:[^,]{1,200};base64,/.test(text) || /^[\w+/-]{512}/.test(text));
