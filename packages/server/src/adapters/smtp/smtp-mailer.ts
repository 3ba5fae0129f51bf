import { connect as connectPlain, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { connect as connectTls } from 'node:tls';
import type { Mail, Mailer } from '../../ports/mailer.ts';

const timeoutMs = 20_000;
const ports = { 'smtp:': 587, 'smtps:': 465 } as const;
const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host);

/**
 * Hands mail to the operator's server (SMTP, RFC 5321): over TLS from the start with `smtps:`, by STARTTLS where the server offers it
 * with `smtp:`. A password goes over TLS, or to this very machine, and nowhere else.
 */
export class SmtpMailer implements Mailer {
  readonly #url: URL;
  readonly #from: string;

  constructor(settings: { url: string; from: string }) {
    this.#url = new URL(settings.url);
    this.#from = settings.from;
  }

  async send(mail: Mail): Promise<void> {
    for (const address of [mail.to, this.#from]) {
      // Such characters would end the command that the address stands in; others need an extension that few servers have.
      if (!/^[!-;=?A-~]+@[!-;=?A-~]+$/.test(address)) throw new Error('this address cannot be written in SMTP');
    }
    const connection = await Connection.open(this.#url);
    try {
      await this.#greet(connection);
      await connection.command(`MAIL FROM:<${this.#from}>`, 2);
      await connection.command(`RCPT TO:<${mail.to}>`, 2);
      await connection.command('DATA', 3);
      await connection.command(`${messageOf(mail, this.#from)}\r\n.`, 2);
      await connection.command('QUIT', 2);
    } finally {
      connection.close();
    }
  }

  async #greet(connection: Connection): Promise<void> {
    const { username, password, hostname } = this.#url;
    await connection.reply(2);
    let offers = await connection.command('EHLO parley', 2);
    if (!connection.isSecure && /^STARTTLS$/im.test(offers)) {
      await connection.command('STARTTLS', 2);
      await connection.secure(hostname);
      offers = await connection.command('EHLO parley', 2);
    }
    if (username === '') return;
    if (!connection.isSecure && !isLoopback(hostname)) {
      throw new Error('the mail server offers no TLS, so it is not told the password; use smtps://');
    }
    const plain = `\0${decodeURIComponent(username)}\0${decodeURIComponent(password)}`;
    await connection.command(`AUTH PLAIN ${Buffer.from(plain).toString('base64')}`, 2);
  }
}

/** One line at a time; what a text holds cannot end the message, because it goes in base64. */
function messageOf({ to, subject, text }: Mail, from: string): string {
  const encoded = (value: string) => `=?utf-8?B?${Buffer.from(value).toString('base64')}?=`;
  const body =
    Buffer.from(text)
      .toString('base64')
      .match(/.{1,76}/g) ?? [];
  return [
    `From: <${from}>`,
    `To: <${to}>`,
    `Subject: ${encoded(subject)}`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    'Auto-Submitted: auto-generated',
    '',
    ...body,
  ].join('\r\n');
}

class Connection {
  #socket: Socket;
  #lines: AsyncIterator<string>;
  isSecure: boolean;

  private constructor(socket: Socket, isSecure: boolean) {
    this.#socket = socket;
    this.#lines = linesOf(socket);
    this.isSecure = isSecure;
  }

  static async open({ protocol, hostname, port }: URL): Promise<Connection> {
    const isSecure = protocol === 'smtps:';
    const host = hostname.replace(/^\[|\]$/g, '');
    const options = { host, port: Number(port) || ports[isSecure ? 'smtps:' : 'smtp:'] };
    const socket = isSecure ? connectTls({ ...options, servername: host }) : connectPlain(options);
    return new Connection(await ready(socket, isSecure ? 'secureConnect' : 'connect'), isSecure);
  }

  async secure(host: string): Promise<void> {
    const socket = connectTls({ socket: this.#socket, servername: host });
    this.#socket = await ready(socket, 'secureConnect');
    this.#lines = linesOf(socket);
    this.isSecure = true;
  }

  async command(text: string, wanted: 2 | 3): Promise<string> {
    this.#socket.write(`${text}\r\n`);
    return this.reply(wanted);
  }

  /** The lines of a reply without their code. Rejects when the code is of another kind. */
  async reply(wanted: 2 | 3): Promise<string> {
    const texts: string[] = [];
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done === true) throw new Error('the mail server closed the connection');
      texts.push(value.slice(4));
      if (value[3] === '-') continue;
      if (value[0] === String(wanted)) return texts.join('\n');
      throw new Error(`the mail server answered ${value.slice(0, 200)}`);
    }
  }

  close(): void {
    this.#socket.destroy();
  }
}

function ready<Kind extends Socket>(socket: Kind, event: string): Promise<Kind> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('the mail server does not answer')));
    socket.once('error', reject);
    socket.once(event, () => resolve(socket));
  });
}

function linesOf(socket: Socket): AsyncIterator<string> {
  // What breaks later ends the lines.
  socket.on('error', () => {});
  return createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
}
