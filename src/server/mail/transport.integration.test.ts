// Sends e-mails to a real SMTP server, and into files that survive a crash.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import PostalMime from 'postal-mime';
import { beforeEach, describe, expect, it } from 'vitest';
import { newDirectory } from '#support/new-directory.ts';
import { onlyInAll } from '#support/tier.ts';
import { from, mailStage } from '#support/server/mail-stage.ts';
import { pictureId } from './render.ts';
import { createMailTransport, triedFor } from './transport.ts';
import type { OutgoingMail } from './transport.ts';

const mail: OutgoingMail = {
  key: 'order:MA-7K3N9QX2VD:receipt',
  to: 'kavya@shopper.example',
  replyTo: 'hello@maalai.example',
  date: new Date('2026-11-14T12:45:00Z'),
  subject: 'Yay! ₹999.00 — மாலை',
  html: '<p>₹999.00</p>',
  text: '₹999.00',
  pictures: [],
};

let directory: string;
beforeEach(() => {
  directory = newDirectory();
});

describe('an e-mail sent by SMTP', () => {
  const stage = mailStage('sqlite');

  it('arrives complete, in both forms, and with the same Message-ID each time [running-9]', async () => {
    await stage.smtp.send(mail);
    await stage.smtp.send(mail);
    const [first, second] = stage.postOffice.received;
    expect(first?.to).toEqual(['kavya@shopper.example']);
    expect(first?.email).toMatchObject({
      from: { name: 'Maalai', address: 'orders@maalai.example' },
      to: [{ address: 'kavya@shopper.example' }],
      replyTo: [{ address: 'hello@maalai.example' }],
      subject: mail.subject,
      messageId: '<order.MA-7K3N9QX2VD.receipt@maalai.example>',
      date: '2026-11-14T12:45:00.000Z',
    });
    expect(first?.email.html?.trim()).toBe(mail.html);
    expect(first?.email.text?.trim()).toBe(mail.text);
    expect(second?.email.messageId).toBe(first?.email.messageId);
  });

  it('has its pictures attached', async () => {
    const pictures = [
      { name: 'kitkat-3-kids', bytes: Buffer.from('a picture') },
      { name: 'wordmark', bytes: Buffer.from('\u0089PNG', 'latin1') },
    ];
    await stage.smtp.send({ ...mail, pictures });
    const { attachments, html } = stage.postOffice.received[0]!.email;
    const contentId = `<${pictureId('kitkat-3-kids')}>`;
    expect(attachments).toMatchObject([
      { filename: 'kitkat-3-kids.jpg', mimeType: 'image/jpeg', disposition: 'inline', contentId },
      { filename: 'wordmark.png', mimeType: 'image/png' },
    ]);
    expect(Buffer.from(attachments[0]!.content as ArrayBuffer).toString()).toBe('a picture');
    expect(html?.trim()).toBe(mail.html);
  });

  it('shares a connection with the e-mails before and after it', async () => {
    for (const key of ['order:MA-1', 'order:MA-2', 'order:MA-3']) {
      await stage.smtp.send({ ...mail, key });
    }
    expect([stage.postOffice.received.length, stage.postOffice.connections()]).toEqual([3, 1]);
  });

  it('goes to one mailbox, whatever the address contains', async () => {
    for (const separator of [', ', '\r\nBcc: ']) {
      const to = `kavya@shopper.example${separator}mallory@shopper.example`;
      await stage.smtp.send({ ...mail, to }).catch(() => undefined);
    }
    const { received } = stage.postOffice;
    for (const { to } of received) expect(to).not.toContain('mallory@shopper.example');
  });

  it('is rejected when the server refuses it or cannot be reached', async () => {
    stage.postOffice.refuseNext(1);
    await expect(stage.smtp.send(mail)).rejects.toThrow('Come again later');
    const nowhere = createMailTransport({ smtpUrl: 'smtp://127.0.0.1:9', directory, from });
    const error = await nowhere.send(mail).catch((reason: unknown) => reason);
    expect([String(error), triedFor(error)]).toEqual([
      expect.stringContaining('ECONNREFUSED'),
      5 * 86_400_000,
    ]);
    expect(stage.postOffice.received).toEqual([]);
  });

  it.each([
    ['the recipient', 0, 'RCPT', '550 5.1.1 No such user here'],
    ['an address that it cannot read', 0, 'RCPT', '501 5.1.3 Bad recipient address syntax'],
    ['the content', 0, 'DATA', '554 5.6.0 Transaction failed'],
    ['for now', 5, 'RCPT', '450 4.2.0 Greylisted'],
    ['since it closes', 5, 'MAIL', '421 4.3.2 Shutting down'],
    ['the password', 30, 'AUTH', '535 5.7.8 Authentication credentials invalid'],
    ['a shop without TLS', 30, 'MAIL', '530 5.7.0 Must issue a STARTTLS command first'],
    ['the sender', 30, 'MAIL', '550 5.1.8 Sender address rejected'],
    ['a shop that did not log in', 30, 'RCPT', '530 5.7.1 Authentication required'],
    ['to relay', 30, 'RCPT', '550 relay not permitted'],
    ['what its policy forbids', 30, 'DATA', '550 5.7.26 Unauthenticated sender'],
    ['a command', 30, 'RCPT', '503 5.5.1 Bad sequence of commands'],
  ] as const)('that the server refuses (%s) is tried for %i days', async (_, days, at, reply) => {
    stage.postOffice.refuseNext(1, reply, at);
    const smtpUrl = stage.postOffice.url.replace('//', '//shop:secret@');
    const transport = createMailTransport({ smtpUrl, directory, from });
    const error = await transport.send(mail).catch((reason: unknown) => reason);
    transport.close();
    expect(String(error)).toContain(reply);
    expect(triedFor(error) / 86_400_000).toBe(days);
  });
});

describe('an e-mail written to a file', () => {
  it('is one complete file, replaced when it is sent again [running-10]', async () => {
    const deep = join(directory, 'not', 'there', 'yet');
    const transport = createMailTransport({ directory: deep, from });
    await transport.send(mail);
    await transport.send({ ...mail, subject: 'Again' });
    await transport.send({ ...mail, key: 'payment:pay_1/../../x:attention' });
    expect(readdirSync(deep).toSorted()).toEqual([
      'order.MA-7K3N9QX2VD.receipt.eml',
      'payment.pay_1.x.attention.eml',
    ]);
    const file = readFileSync(join(deep, 'order.MA-7K3N9QX2VD.receipt.eml'));
    expect(await PostalMime.parse(file)).toMatchObject({
      subject: 'Again',
      messageId: '<order.MA-7K3N9QX2VD.receipt@maalai.example>',
      to: [{ address: 'kavya@shopper.example' }],
    });
  });

  it('replaces the draft that a crash left', async () => {
    writeFileSync(join(directory, '.order.MA-7K3N9QX2VD.receipt.eml.tmp'), 'x'.repeat(1e6));
    await createMailTransport({ directory, from }).send(mail);
    const files = readdirSync(directory);
    expect(files).toEqual(['order.MA-7K3N9QX2VD.receipt.eml']);
    expect(readFileSync(join(directory, files[0]!), 'latin1')).not.toContain('xxx');
  });

  onlyInAll(() => {
    it('is never incomplete, wherever the process is killed', async () => {
      const text = 'long '.repeat(200_000);
      const program = `
      const { createMailTransport } = await import(${JSON.stringify(import.meta.resolve('./transport.ts'))});
      const transport = createMailTransport(${JSON.stringify({ directory, from })});
      const mail = ${JSON.stringify({ ...mail, text: '', html: '' })};
      for (let i = 0; ; i = (i + 1) % 5) {
        const body = ${JSON.stringify('long ')}.repeat(200_000) + i;
        await transport.send({ ...mail, date: new Date(0), key: 'email:' + i, text: body });
        console.log(i);
      }`;
      for (let round = 0; round < 8; round += 1) {
        const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const sent = createInterface({ input: child.stdout });
        for (let count = 0; count < 2 + round; count += 1) await once(sent, 'line');
        child.kill('SIGKILL');
        await once(child, 'exit');
        const files = readdirSync(directory).filter((name) => name.endsWith('.eml'));
        expect(files.length).toBeGreaterThanOrEqual(2);
        for (const name of files) {
          const whole = await PostalMime.parse(readFileSync(join(directory, name)));
          expect(whole.text?.trim()).toBe(`${text}${/\d/.exec(name)?.[0]}`);
        }
      }
    });
  });
});
