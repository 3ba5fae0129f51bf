import { randomBytes } from 'node:crypto';
import { isJsonObject, type JsonValue } from '@parley/contract';
import type { ModelEvent } from '../../ports/language-model.ts';

interface OpenCall {
  /** The vendor's, empty when it gave none. */
  vendorId: string;
  id: string;
  name: string;
  arguments: string;
  hasStarted: boolean;
}

/**
 * Puts tool calls together from their pieces. A piece belongs to the call of its `index`; where servers leave that out
 * or give every call the same, a new id together with a name begins a new call.
 */
export class OpenAIToolCalls {
  readonly #toOriginalName: (name: string) => string;
  readonly #calls: OpenCall[] = [];
  readonly #byIndex = new Map<number, OpenCall>();

  constructor(toOriginalName: (name: string) => string) {
    this.#toOriginalName = toOriginalName;
  }

  get count(): number {
    return this.#calls.length;
  }

  read(pieces: JsonValue[], emit: (event: ModelEvent) => void): void {
    pieces.forEach((piece, position) => {
      if (!isJsonObject(piece)) return;
      const index = typeof piece.index === 'number' ? piece.index : position;
      const id = typeof piece.id === 'string' ? piece.id : '';
      const details = isJsonObject(piece.function) ? piece.function : {};
      const name = typeof details.name === 'string' ? details.name : '';
      const call = this.#callFor(index, id, name);
      if (call.vendorId === '' && id !== '' && !call.hasStarted) {
        call.vendorId = id;
        call.id = id;
      }
      if (call.name === '') call.name = name;
      if (call.name !== '' && !call.hasStarted) {
        call.hasStarted = true;
        emit({ type: 'tool-call-start', id: call.id, name: this.#toOriginalName(call.name) });
      }
      const text = textOf(details.arguments);
      if (text !== '') emit({ type: 'tool-call-delta', text });
      call.arguments += text;
    });
  }

  /** Emits the calls whole, in the order in which they began. */
  end(emit: (event: ModelEvent) => void): void {
    for (const call of this.#calls) {
      emit({
        type: 'tool-call',
        id: call.id,
        name: this.#toOriginalName(call.name),
        arguments: call.arguments.trim() === '' ? '{}' : call.arguments,
      });
    }
  }

  #callFor(index: number, id: string, name: string): OpenCall {
    const open = this.#byIndex.get(index);
    const isAnother = open !== undefined && id !== '' && name !== '' && open.vendorId !== '' && open.vendorId !== id;
    if (open !== undefined && !isAnother) return open;
    const call: OpenCall = {
      vendorId: id,
      id: id === '' ? `call_${randomBytes(12).toString('hex')}` : id,
      name: '',
      arguments: '',
      hasStarted: false,
    };
    this.#calls.push(call);
    this.#byIndex.set(index, call);
    return call;
  }
}

/** Arguments come as JSON text, or as an object from servers that send them whole. */
function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
