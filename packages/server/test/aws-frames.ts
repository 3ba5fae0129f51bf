import { crc32 } from 'node:zlib';

/** One message of AWS's event streams as it goes over the wire. */
export function awsFrame(headers: Record<string, string>, payload: unknown): Buffer {
  const head = Buffer.concat(
    Object.entries(headers).map(([name, value]) => {
      const text = Buffer.from(value);
      const lengths = Buffer.from([7, text.length >> 8, text.length & 255]);
      return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), lengths, text]);
    }),
  );
  const body = Buffer.from(payload === undefined ? '' : JSON.stringify(payload));
  const prelude = Buffer.alloc(12);
  prelude.writeUInt32BE(16 + head.length + body.length, 0);
  prelude.writeUInt32BE(head.length, 4);
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
  const message = Buffer.concat([prelude, head, body]);
  const end = Buffer.alloc(4);
  end.writeUInt32BE(crc32(message));
  return Buffer.concat([message, end]);
}

export const awsEvent = (type: string, payload: unknown): Buffer =>
  awsFrame({ ':event-type': type, ':content-type': 'application/json', ':message-type': 'event' }, payload);

export const awsException = (type: string, payload: unknown): Buffer =>
  awsFrame({ ':exception-type': type, ':content-type': 'application/json', ':message-type': 'exception' }, payload);
