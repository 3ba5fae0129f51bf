const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** XML character references as characters. Nothing else is expanded, so that entity bombs have nothing to expand. */
export function unescapeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (all, hex, decimal, name) => {
    if (name) return named[String(name).toLowerCase()] ?? all;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '';
  });
}

/** Value of an attribute in the text of a tag, unescaped; null when it is not there. */
export function attribute(tag: string, name: string): string | null {
  // such as: /\sname\s*=\s*(?:"([^"]*)"|'([^']*)')/
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return match ? unescapeXml(match[1] ?? match[2] ?? '') : null;
}

/** Every start tag (its whole text) of an element, whatever its namespace prefix. */
export function startTags(xml: string, element: string): string[] {
  // such as: /<(?:[\w.-]+:)?name(?=[\s/>])[^<>]*>/g
  return xml.match(new RegExp(`<(?:[\\w.-]+:)?${element}(?=[\\s/>])[^<>]*>`, 'g')) ?? [];
}

/**
 * The text of every element of these names (with prefix, not nested in each other), in order. By hand, because a pattern
 * would look for the end of every element that has none.
 */
export function elements(xml: string, ...names: string[]): string[] {
  const found: { start: number; text: string }[] = [];
  for (const name of names) {
    const close = `</${name}>`;
    let at = 0;
    for (;;) {
      const start = xml.indexOf(`<${name}`, at);
      if (start < 0) break;
      at = start + name.length + 1;
      if (!/[\s/>]/.test(xml[at] ?? '')) continue;
      const tagEnd = xml.indexOf('>', at);
      const isEmpty = xml[tagEnd - 1] === '/';
      const end = isEmpty ? tagEnd + 1 : xml.indexOf(close, tagEnd);
      if (tagEnd < 0 || end < 0) break;
      at = isEmpty ? end : end + close.length;
      found.push({ start, text: xml.slice(start, at) });
    }
  }
  return found.sort((a, b) => a.start - b.start).map(({ text }) => text);
}

/** Relations of an Office part: id to target, paths made absolute within the package. */
export function relations(xml: string | null, folder: string): Map<string, { target: string; type: string }> {
  const found = new Map<string, { target: string; type: string }>();
  for (const tag of startTags(xml ?? '', 'Relationship')) {
    const id = attribute(tag, 'Id');
    const target = attribute(tag, 'Target');
    if (id === null || target === null || attribute(tag, 'TargetMode') === 'External') continue;
    const path = target.startsWith('/') ? target.slice(1) : resolvePath(folder, target);
    found.set(id, { target: path, type: attribute(tag, 'Type')?.split('/').at(-1) ?? '' });
  }
  return found;
}

/** A relative path within an archive, `..` and `.` resolved. */
export function resolvePath(folder: string, target: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${target}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
