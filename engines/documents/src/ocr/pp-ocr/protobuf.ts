/**
 * One field of a Protocol Buffers message: wire type 0 has a number, 2 the bytes of a string or message, 1 and 5 the
 * bytes of a fixed number.
 * https://protobuf.dev/programming-guides/encoding/
 */
export interface Field {
  number: number;
  value: bigint | Uint8Array;
  wire: number;
}

/** Splits a message into its fields, in order. Throws `RangeError` when it is cut off or malformed. */
export function decodeFields(message: Uint8Array): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = message[at++];
      if (byte === undefined) throw new RangeError('the message ends inside a number');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError('a number of the message is too long');
  };
  const take = (length: number): Uint8Array => {
    if (at + length > message.length) throw new RangeError('the message ends inside a field');
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const key = Number(varint());
    const wire = key & 7;
    const number = key >>> 3;
    if (wire === 0) fields.push({ number, wire, value: varint() });
    else if (wire === 1) fields.push({ number, wire, value: take(8) });
    else if (wire === 2) fields.push({ number, wire, value: take(Number(varint())) });
    else if (wire === 5) fields.push({ number, wire, value: take(4) });
    else throw new RangeError(`the message has a field of unknown wire type ${wire}`);
  }
  return fields;
}

export function encodeFields(fields: readonly Field[]): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const { number, wire, value } of fields) {
    parts.push(encodeVarint(BigInt(number * 8 + wire)));
    if (typeof value === 'bigint') parts.push(encodeVarint(value));
    else {
      if (wire === 2) parts.push(encodeVarint(BigInt(value.length)));
      parts.push(value);
    }
  }
  return Buffer.concat(parts);
}

function encodeVarint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Uint8Array.from(bytes);
}

export function bytesField(number: number, value: Uint8Array | string): Field {
  return { number, wire: 2, value: typeof value === 'string' ? Buffer.from(value) : value };
}

export function numberField(number: number, value: number | bigint): Field {
  return { number, wire: 0, value: BigInt(value) };
}

export function floatField(number: number, value: number): Field {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return { number, wire: 5, value: bytes };
}

/** The bytes of a field; empty for a number. */
export function bytesOf(field: Field | undefined): Uint8Array {
  return field && typeof field.value !== 'bigint' ? field.value : new Uint8Array();
}

export function textOf(field: Field | undefined): string {
  return Buffer.from(bytesOf(field)).toString('utf8');
}
