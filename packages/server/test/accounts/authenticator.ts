import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

const base64url = (bytes: Buffer | Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

/** As much of CBOR (RFC 8949) as an authenticator writes: whole numbers, texts, bytes and maps. */
function cbor(value: unknown): Buffer {
  const head = (major: number, count: number): Buffer => {
    if (count < 24) return Buffer.from([(major << 5) | count]);
    if (count < 256) return Buffer.from([(major << 5) | 24, count]);
    return Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])]);
  }
  throw new Error('not written by authenticators');
}

interface Options {
  challenge: string;
  rp?: { id?: string };
  rpId?: string;
  user?: { id: string };
}

const [isPresent, isVerified, hasCredential] = [0x01, 0x04, 0x40];

/** A passkey in software, with a key on P-256: what a browser and its authenticator do. */
export class TestAuthenticator {
  readonly id = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #userHandle = '';
  counter = 0;
  /** Whether somebody has shown a finger or a PIN. */
  verifies = true;

  create({ challenge, rp, user }: Options, origin: string) {
    this.#userHandle = user?.id ?? '';
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const credential = [Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, cbor(key)];
    const authData = Buffer.concat([this.#authData(rp?.id ?? '', hasCredential), ...credential]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.#credential({
      clientDataJSON: base64url(clientData('webauthn.create', challenge, origin)),
      attestationObject: base64url(cbor(attestation)),
      transports: ['internal'],
    });
  }

  get({ challenge, rpId }: Options, origin: string) {
    const authData = this.#authData(rpId ?? '');
    const client = clientData('webauthn.get', challenge, origin);
    const signed = Buffer.concat([authData, sha256(client)]);
    return this.#credential({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(authData),
      signature: base64url(createSign('sha256').update(signed).sign(this.#keys.privateKey)),
      userHandle: this.#userHandle,
    });
  }

  #authData(rpId: string, more = 0): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const flags = isPresent | (this.verifies ? isVerified : 0) | more;
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  }

  #credential(response: object) {
    const id = base64url(this.id);
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }
}

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
