import { afterAll, beforeAll, expect, it } from 'vitest';
import { SmtpMailer } from '../../src/adapters/smtp/smtp-mailer.ts';
import { readConfig } from '../../src/config.ts';
import { codeAt, secretOf } from '../../src/lib/one-time-code.ts';
import { adminKey, startTestService, type TestService } from '../test-service.ts';
import { Browser, claim, join, password } from './browser.ts';
import { MailServer } from './mail-server.ts';

const mail = new MailServer();
const next = 'yet another pass phrase';
const publicUrl = 'https://ai.example.com';
let service: TestService;
let workspaceId: string;
beforeAll(async () => {
  await mail.listen();
  const env = { SMTP_URL: mail.url, MAIL_FROM: 'parley@example.com', PUBLIC_URL: publicUrl };
  service = await startTestService({ env });
  await claim(service, adminKey);
  workspaceId = (await service.admin('GET', '/v1/admin/workspaces')).json.data[0].id;
});
afterAll(async () => {
  await service.close();
  mail.close();
});

const ask = (email: string) => new Browser(service).call('POST', '/v1/session/password-link', { email });
const tokenOf = (text: string) => /reset-password#token=([\w-]{43})/.exec(text)?.[1] ?? '';
const newest = async (count: number) => tokenOf((await mail.received(count)).at(-1)?.text ?? '');
const reset = (token: string, more: object = {}) =>
  new Browser(service).call('POST', '/v1/session/reset-password', { token, new_password: next, ...more });

it('prove the address, and end what others had put into the account before', async () => {
  const email = 'ceo@example.com';
  const squatter = await join(service, { email, role: 'viewer', workspaceId });
  const { secret } = (await squatter.call('POST', '/v1/account/second-factor', { current_password: password })).json;
  await squatter.call('POST', '/v1/account/second-factor/confirm', {
    code: codeAt(secretOf(secret), Math.floor(Date.now() / 30_000)),
  });
  await service.admin('POST', '/v1/admin/members', { email, role: 'owner' });
  expect((await ask('CEO@example.com')).json).toEqual({ sent: true });
  const [first] = await mail.received(1);
  expect(first?.to).toBe(email);
  expect(first?.text).toContain(`From: <parley@example.com>`);
  // Never where the request says that it came to.
  expect(first?.text).toContain(`${publicUrl}/reset-password#token=`);
  expect(mail.passwords).toEqual([Buffer.from('\0parley\0pass word').toString('base64')]);
  const person = new Browser(service);
  const opened = await person.call('POST', '/v1/session/reset-password', {
    token: await newest(1),
    new_password: next,
  });
  expect(opened.json.user).toMatchObject({ email, verified: true, second_factor: false });
  expect((await squatter.call('GET', '/v1/session')).status).toBe(401);
  expect((await new Browser(service).signIn(email)).status).toBe(401);
  const [offer] = (await person.call('GET', '/v1/account/offers')).json.data;
  expect((await person.call('POST', `/v1/account/offers/${offer.id}/accept`)).json.role).toBe('owner');
});

it('say nothing about which addresses have accounts, and come three times an hour at most', async () => {
  const before = mail.mails.length;
  await join(service, { email: 'ann@example.com', role: 'viewer', workspaceId });
  const replies = await Promise.all(['ann@example.com', 'nobody@example.com'].map(ask));
  expect(replies.map(({ status, text }) => [status, text])).toEqual([
    [200, '{"sent":true}'],
    [200, '{"sent":true}'],
  ]);
  for (let count = 0; count < 4; count++) expect((await ask('ann@example.com')).status).toBe(200);
  // One that is sent after them shows that no more comes.
  await join(service, { email: 'last@example.com', role: 'viewer', workspaceId });
  await ask('last@example.com');
  const sent = (await mail.received(before + 4)).slice(before).map(({ to }) => to);
  expect(sent.toSorted()).toEqual(['ann@example.com', 'ann@example.com', 'ann@example.com', 'last@example.com']);
});

it('stand below the second factor of an account whose address was proved', async () => {
  const email = 'bea@example.com';
  await join(service, { email, role: 'viewer', workspaceId });
  let count = mail.mails.length;
  await ask(email);
  const bea = new Browser(service);
  await bea.call('POST', '/v1/session/reset-password', { token: await newest(++count), new_password: next });
  const { secret } = (await bea.call('POST', '/v1/account/second-factor', { current_password: next })).json;
  const step = Math.floor(Date.now() / 30_000);
  await bea.call('POST', '/v1/account/second-factor/confirm', { code: codeAt(secretOf(secret), step) });
  await ask(email);
  const token = await newest(++count);
  expect((await reset(token)).json.code).toBe('second_factor_required');
  expect((await reset(token, { code: codeAt(secretOf(secret), step + 1) })).json.user.verified).toBe(true);
});

it('are told apart from no mail at all, and from a server that refuses', async () => {
  const mailer = new SmtpMailer({ url: mail.url, from: 'parley@example.com' });
  const letter = { subject: 's', text: 't' };
  await expect(mailer.send({ to: 'full@example.com', ...letter })).rejects.toThrow('552');
  for (const to of ['a@b>\r\nRCPT TO:<x@y', 'a b@c', 'ä@example.com']) {
    await expect(mailer.send({ to, ...letter })).rejects.toThrow('cannot be written');
  }
  expect(() => readConfig({ SMTP_URL: mail.url })).toThrow('MAIL_FROM');
  expect(() => readConfig({ SMTP_URL: mail.url, MAIL_FROM: 'p@example.com' })).toThrow('PUBLIC_URL');
  const plain = await startTestService();
  const off = await plain.call('POST', '/v1/session/password-link', { email: 'a@example.com' });
  expect([off.status, off.json.error]).toEqual([404, 'Mail is off']);
  await plain.close();
});
