import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export interface ReceivedMail {
  to: string;
  text: string;
}

/** Takes mail on loopback, as SMTP has it, and keeps it. */
export class MailServer {
  readonly mails: ReceivedMail[] = [];
  /** What each connection said to come in, base64. */
  readonly passwords: string[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #server: Server = createServer((socket) => void this.#serve(socket));

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `smtp://parley:pass%20word@127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves once so many mails are there. */
  async received(count: number): Promise<ReceivedMail[]> {
    while (this.mails.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.mails;
  }

  close(): void {
    this.#server.close();
  }

  async #serve(socket: Socket): Promise<void> {
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 mail.test');
    let to = '';
    let data: string[] | null = null;
    for await (const line of createInterface({ input: socket })) {
      if (data !== null && line !== '.') data.push(line);
      else if (data !== null) {
        const [head = '', body = ''] = data.join('\n').split('\n\n');
        this.mails.push({ to, text: `${head}\n\n${Buffer.from(body, 'base64').toString()}` });
        data = null;
        say('250 taken');
        for (const tell of this.#waiting.splice(0)) tell();
      } else if (line.startsWith('EHLO')) socket.write('250-mail.test\r\n250-AUTH PLAIN\r\n250 8BITMIME\r\n');
      else if (line.startsWith('AUTH PLAIN ')) {
        this.passwords.push(line.slice(11));
        say('235 come in');
      } else if (line.startsWith('DATA')) {
        data = [];
        say('354 go on');
      } else {
        if (line.startsWith('RCPT TO:')) to = /<(.+)>/.exec(line)?.[1] ?? '';
        say(to === 'full@example.com' ? '552 mailbox is full' : '250 fine');
      }
    }
  }
}
