import { asRecord } from '../../lib/read-json.ts';
import { stored } from '../../lib/stored.ts';
import type { Recipe } from './recipe.ts';

const keptMs = 24 * 60 * 60_000;
const maxPieces = 60;

/** Something that was made in this browser, and what was asked for. */
export interface Piece {
  /** As in its address. */
  id: string;
  /** Who made it, and where: others who use this browser do not see it. */
  place: string;
  recipe: Recipe;
  /** Milliseconds. */
  createdAt: number;
  requestId: string;
  /** Of a picture; a film is asked for by its id. */
  image?: { path: string; model: string; drawn?: string; width: number; height: number };
}

/** JSON of pieces, newest first. */
export const shelf = stored<string>('media', (text) => text ?? '[]');

/** Those of a place that are not too old. What cannot be read is left out. */
export function readShelf(text: string, now: number, place?: string): Piece[] {
  let all: unknown;
  try {
    all = JSON.parse(text);
  } catch {
    return [];
  }
  return (Array.isArray(all) ? all : [])
    .filter(isPiece)
    .filter((piece) => piece.createdAt > now - keptMs && (place === undefined || piece.place === place));
}

export function putOnShelf(piece: Piece): void {
  const others = readShelf(shelf.get(), Date.now()).filter(({ id }) => id !== piece.id);
  shelf.set(JSON.stringify([piece, ...others].slice(0, maxPieces)));
}

function isPiece(value: unknown): value is Piece {
  const { id, place, createdAt, requestId, recipe } = asRecord(value);
  const { kind, prompt } = asRecord(recipe);
  const isTexts = [id, place, requestId, prompt].every((one) => typeof one === 'string');
  return isTexts && typeof createdAt === 'number' && (kind === 'image' || kind === 'video');
}

/** Addresses of media are the service's own; as a path they work under every name that it is reached by. */
export function pathOf(url: string): string {
  const { pathname, search, protocol } = new URL(url, 'http://localhost');
  return protocol === 'data:' ? url : `${pathname}${search}`;
}

/** The id in the path of a picture. */
export const idOf = (path: string): string => path.split('/')[3] ?? '';
