import { registerHooks } from 'node:module';

/**
 * A function of a package, and what it gives where its family is left out, as TypeScript over `given`, its arguments; or a list or pattern, and
 * what stands for it, over its own name with `LeftOut` behind it.
 */
export interface Rule {
  /** Below the package's `src/`. */
  file: string;
  name: string;
  gives: string;
  isValue?: boolean;
}

/** Rules that serve one purpose. */
export interface Family {
  name: string;
  rules: readonly Rule[];
}

const mark = '?without=';

/**
 * Lets a package (the address of its folder, with a slash) and its tools be loaded anew for each family that is left out, without the files
 * that match `once`, which hold no rule and cost much to load. Gives the address of a file of the package to import.
 */
export function leaveOutOf(
  root: string,
  families: readonly Family[],
  once?: RegExp,
): (file: string, without: Family | undefined) => string {
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const without = context.parentURL?.split(mark)[1];
      const isOwn = resolved.url.startsWith(root) && resolved.url.endsWith('.ts') && once?.test(resolved.url) !== true;
      return isOwn && without !== undefined ? { ...resolved, url: `${resolved.url}${mark}${without}` } : resolved;
    },
    load(url, context, next) {
      const [file = '', without] = url.split(mark);
      const loaded = next(url, context);
      const rules = families[Number(without)]?.rules.filter((rule) => file === `${root}src/${rule.file}`) ?? [];
      if (without === undefined || rules.length === 0) return loaded;
      return { ...loaded, source: rules.reduce(withoutRule, textOf(loaded.source)) };
    },
  });
  return (file, without) => `${root}${file}${mark}${without === undefined ? -1 : families.indexOf(without)}`;
}

/** The module with what is left out kept under another name, so that nothing calls it. */
function withoutRule(source: string, { file, name, gives, isValue = false }: Rule): string {
  const start = new RegExp(`^(export |)(async function|function|const) ${name}\\b`, 'm').exec(source);
  if (!start) throw new Error(`${file} has no "${name}".`);
  const [whole, exported = '', kind = ''] = start;
  const kept = `${kind} ${name}LeftOut${source.slice(start.index + whole.length)}`;
  const before = source.slice(0, start.index);
  // A list is made of its own entries, and stands behind them; functions read it later.
  if (isValue) return `${before}${kept}\n${exported}const ${name} = ${gives};\n`;
  return `${before}${exported}function ${name}(...given) { return ${gives}; }\n${kept}`;
}

function textOf(source: string | ArrayBuffer | NodeJS.TypedArray | null | undefined): string {
  if (source == null) throw new Error('A module of the package has no source.');
  return typeof source === 'string' ? source : new TextDecoder().decode(source);
}
