import type { JsonObject, JsonValue } from '@parley/contract';
import type { Pagination } from '../definitions/manifest.ts';
import { readPointer, writePointer } from './json-pointer.ts';
import type { VendorAnswer } from './vendor-answer.ts';

/** How to ask for the page after this one, or null when it was the last. */
export type NextPage = { inputs: JsonObject } | { url: string } | null;

export function nextPage(
  pagination: Pagination,
  page: { answer: VendorAnswer; inputs: JsonObject; url: string },
): NextPage {
  const { answer, inputs } = page;
  switch (pagination.kind) {
    case 'cursor': {
      const cursor = readPointer(answer.body, pagination.next ?? '');
      if (cursor === undefined || cursor === null || cursor === '' || cursor === false) return null;
      return withInput(inputs, pagination, cursor);
    }
    case 'page': {
      const count = itemsOf(pagination, answer.body).length;
      const current = inputs[pagination.input ?? ''];
      return count === 0 ? null : withInput(inputs, pagination, (typeof current === 'number' ? current : 1) + 1);
    }
    case 'link':
      return sameOrigin(linkHeader(answer.headers.link), page.url);
    case 'url': {
      const address = readPointer(answer.body, pagination.next ?? '');
      return sameOrigin(typeof address === 'string' ? address : null, page.url);
    }
    case 'last_item': {
      if (readPointer(answer.body, '/has_more') === false) return null;
      const last = itemsOf(pagination, answer.body).at(-1);
      const value = readPointer(last, pagination.next ?? '');
      return value === undefined || value === null ? null : withInput(inputs, pagination, value);
    }
  }
}

export function itemsOf(pagination: Pagination, body: JsonValue): JsonValue[] {
  const items = readPointer(body, pagination.items);
  return Array.isArray(items) ? items : [];
}

/** The last page's answer (its cursor is the one to go on from) with the items of all pages. */
export function mergePages(pagination: Pagination, pages: JsonValue[], maxItems: number): JsonValue {
  const items = pages.flatMap((page) => itemsOf(pagination, page)).slice(0, maxItems);
  const last = pages.at(-1) ?? null;
  return writePointer(last, pagination.items, items);
}

function withInput(inputs: JsonObject, pagination: Pagination, value: JsonValue): NextPage {
  return pagination.input ? { inputs: { ...inputs, [pagination.input]: value } } : null;
}

/** Credentials travel with the next request, so it may go to the same place only. */
function sameOrigin(address: string | null, current: string): NextPage {
  if (!address || !URL.canParse(address, current)) return null;
  const next = new URL(address, current);
  return next.origin === new URL(current).origin ? { url: next.href } : null;
}

function linkHeader(header: string | undefined): string | null {
  for (const part of header?.split(/,(?=\s*<)/) ?? []) {
    const match = /^[^<]*<([^<>]+)>\s*;(.*)/s.exec(part);
    // Of several relations the first counts (RFC 8288).
    const relation = /\brel\s*=\s*"?([^"]*)/i.exec(match?.[2] ?? '')?.[1] ?? '';
    if (match && /\bnext\b/i.test(relation)) return match[1] ?? null;
  }
  return null;
}
