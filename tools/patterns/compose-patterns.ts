// Loads the files that it is given, and writes each pattern that is composed while they load as a line of JSON. A process of its own, since it
// puts a constructor of its own in the place of RegExp.
import { writeSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const composed = new Set<string>();

function callerOf(trap: (...given: never[]) => unknown): { file: string; line: number; column: number } | undefined {
  const usual = Error.prepareStackTrace;
  const limit = Error.stackTraceLimit;
  let caller: NodeJS.CallSite | undefined;
  Error.stackTraceLimit = 1;
  Error.prepareStackTrace = (_, sites) => {
    caller = sites[0];
  };
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, trap);
  void holder.stack;
  Error.prepareStackTrace = usual;
  Error.stackTraceLimit = limit;
  const url = caller?.getFileName();
  if (!url?.startsWith('file:')) return undefined;
  return { file: fileURLToPath(url), line: caller?.getLineNumber() ?? 0, column: caller?.getColumnNumber() ?? 0 };
}

function keep(pattern: RegExp, trap: (...given: never[]) => unknown): RegExp {
  const caller = callerOf(trap);
  if (caller) composed.add(JSON.stringify({ ...caller, source: pattern.source, flags: pattern.flags }));
  return pattern;
}

const traps: ProxyHandler<RegExpConstructor> = {
  construct: function construct(target, [source, flags], newTarget) {
    return keep(Reflect.construct(target, [source, flags], newTarget), construct);
  },
  apply: function apply(target, _, [source, flags]) {
    return keep(target(source, flags), apply);
  },
};
globalThis.RegExp = new Proxy(RegExp, traps);

for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href);
writeSync(1, [...composed].join('\n'));
process.exit(0);
