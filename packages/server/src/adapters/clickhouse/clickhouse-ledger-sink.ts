import { Pool } from 'undici';
import type { ExportedRecord, LedgerSink } from '../../ports/ledger-sink.ts';

const timeoutMs = 30_000;
/** Of what the server says of an error. */
const mostSaid = 500;

/**
 * Writes into a table of ClickHouse by its HTTP interface, a batch as one INSERT of JSON lines
 * (https://clickhouse.com/docs/interfaces/http). The table is that of `deploy/clickhouse/usage-records.sql`, which keeps the newest of records
 * with one id.
 */
export class ClickHouseLedgerSink implements LedgerSink {
  readonly #pool: Pool;
  readonly #path: string;
  readonly #headers: Record<string, string>;

  /** `https://user:password@host:8443/?database=parley&table=usage_records`; what else its query holds is passed on as settings. */
  constructor(address: string) {
    const url = new URL(address);
    const table = url.searchParams.get('table') ?? 'usage_records';
    url.searchParams.delete('table');
    url.searchParams.set('query', `INSERT INTO ${quoted(table)} FORMAT JSONEachRow`);
    this.#path = `${url.pathname}${url.search}`;
    this.#headers = {
      'content-type': 'application/x-ndjson',
      ...(url.username !== '' && { 'x-clickhouse-user': decodeURIComponent(url.username) }),
      ...(url.password !== '' && { 'x-clickhouse-key': decodeURIComponent(url.password) }),
    };
    this.#pool = new Pool(url.origin, { connections: 1, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  }

  async write(records: readonly ExportedRecord[], signal: AbortSignal): Promise<void> {
    const lines = records.map((record) => `${JSON.stringify(record)}\n`);
    const { statusCode, headers, body } = await this.#pool.request({
      method: 'POST',
      path: this.#path,
      headers: this.#headers,
      body: lines.join(''),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const said = (await body.text()).slice(0, mostSaid).trim();
    // An error that is found after the answer has begun comes with 200 and this header, or in the body.
    if (statusCode === 200 && headers['x-clickhouse-exception-code'] === undefined && said === '') return;
    throw new Error(`ClickHouse answered ${statusCode}: ${said}`);
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

const quoted = (name: string): string =>
  name
    .split('.')
    .map((part) => `\`${part.replaceAll(/[`\\]/g, '\\$&')}\``)
    .join('.');
