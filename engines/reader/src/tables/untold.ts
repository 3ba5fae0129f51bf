import type { DataTable } from './data-table.ts';
import type { Condition } from './row-conditions.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

const otherTime =
  /(?:(?<!\bthe )\b|\b(?:in|during|for|from) the )(?:last|next|coming)\s+(?:season|year|term|month|week|quarter|winter|summer|spring|autumn)\b(?!\s+(?:with|that|when|in which|of)\b)|\b(?:previous|preceding|following)\s+(?:season|year|term|quarter)\b|\b(?:letzte[nsrm]?|vorige[nsrm]?|nächste[nsrm]?)\s+(?:saison|jahr|quartal|semester)\b|\b(?:temporada|año)\s+(?:pasad[oa]|anterior)\b|\bla saison (?:dernière|passée)\b/iu;

/** "Last season": a time beside that of a table whose rows have none. */
export const asksOtherTime = (question: string, { kinds }: DataTable): boolean =>
  otherTime.test(question) && !kinds.includes('date');

const personal =
  /(?:^|[^\p{L}])(?:tele)?(?:phones?|fon|mobile|cell|fax|e-?mail|mail|address|birthday|born|date of birth|age|surname|salary|wage|telefon\p{L}*|handy|anschrift|adresse|geburtstag|alter|gehalt|teléfono|móvil|correo|dirección|edad|téléphone|courriel)(?:[^\p{L}]|$)/iu;
const ownName = /^(?:(?:full |first |last )?name|nombre|nom|vorname|nachname)$/iu;

/**
 * Whether a question asks for what belongs to a person ("Rolf's telephone number") of rows that bear another's name: those of his pupils
 * say nothing of him.
 */
export function asksOfAnother(
  question: string,
  targets: readonly number[],
  conditions: readonly Condition[],
  { headings }: DataTable,
): boolean {
  if (isOfNamesake(question, targets, conditions, headings)) return true;
  if (targets.length === 0 && asksPayOf(question, conditions)) return true;
  const own = headings.findIndex((heading) => ownName.test(heading.trim()));
  if (own < 0 || !targets.some((column) => personal.test(headings[column] ?? ''))) return false;
  if (conditions.some(({ column }) => column === own)) return false;
  const said = question.toLowerCase();
  return conditions.some(({ values = [] }) =>
    values.some((value) => {
      const at = said.indexOf(value.toLowerCase());
      if (value === '' || at < 0) return false;
      return (
        /^(?:['’]s?\b|['’])/u.test(said.slice(at + value.length)) ||
        /\b(?:of|for|does|von|de|has|have)\s$/u.test(said.slice(0, at))
      );
    }),
  );
}

const earning = /\b(?:earns?|earned|verdiente?n?|gana|ganó|gagne)(?!\p{L})/iu;
const wordAhead = /(?<word>\p{L}{1,40})\s$/u;
const wordBehind = /^\s(?<word>\p{L}{1,40})/u;

/** "How much does Ilse earn?": amounts beside a name are no pay of theirs. */
function asksPayOf(question: string, conditions: readonly Condition[]): boolean {
  const found = earning.exec(question);
  if (found === null) return false;
  const ahead = wordAhead.exec(question.slice(Math.max(0, found.index - 50), found.index));
  const behind = wordBehind.exec(question.slice(found.index + found[0].length));
  const names = conditions.flatMap(({ values = [] }) =>
    values.flatMap((value) => value.toLowerCase().split(/[^\p{L}]+/u)),
  );
  return [ahead, behind].some((match) => names.includes(match?.groups?.word?.toLowerCase() ?? ''));
}

const nested = /^(?<whose>.+)[ _](?:full |first |last )?(?:name|nombre|nom)$/iu;

/** "caretaker name" and "manager email": what stands beside the name of one person says nothing of another, unless the question names that one. */
function isOfNamesake(
  question: string,
  targets: readonly number[],
  conditions: readonly Condition[],
  headings: readonly string[],
): boolean {
  const whose = headings
    .flatMap((heading) => nested.exec(heading.trim())?.groups?.whose?.toLowerCase() ?? [])
    .sort((one, other) => other.length - one.length);
  const ownerOf = (column: number): string | undefined =>
    whose.find((each) => headings[column]?.toLowerCase().startsWith(`${each} `));
  const named = conditions.flatMap(
    ({ column }) => (nested.test(headings[column]?.trim() ?? '') ? ownerOf(column) : undefined) ?? [],
  );
  return (
    named.length > 0 &&
    targets.some((column) => {
      const owner = ownerOf(column);
      const last = owner?.split(/[ _]/).at(-1) ?? '';
      return owner !== undefined && !named.includes(owner) && !question.toLowerCase().includes(last);
    })
  );
}
