import { once } from 'node:events';
import { simpleParser, type AddressObject } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import type { SandboxMailbox } from './mail-box.ts';

const maxMailBytes = 1_024 * 1_024;

export interface SmtpInbox {
  /** The URL, such as `smtp://127.0.0.1:3925`. */
  url: string;
  close(): Promise<void>;
}

const textOf = (address: AddressObject | undefined): string | null => address?.text ?? null;

/**
 * The responses that the local part of an address requests: `no-such-mailbox@…`, `policy-refusal+dana@…`,
 * `try-later@…`.
 */
const refusals: Record<string, { code: number; message: string }> = {
  'no-such-mailbox': { code: 550, message: '5.1.1 There is no such mailbox here' },
  'policy-refusal': { code: 550, message: '5.7.1 Not from you' },
  'try-later': { code: 451, message: '4.7.1 Greylisted, try again' },
};

const refusalOf = (address: string): { code: number; message: string } | null =>
  refusals[/^([\w-]+)(\+[^@]*)?@/.exec(address.toLowerCase())?.[1] ?? ''] ?? null;

/**
 * A real mail server that accepts every mail up to a megabyte for any recipient, and stores it instead of delivering
 * it. It rejects the addresses of `refusals`.
 */
export async function startSmtpInbox(
  box: SandboxMailbox,
  { host, port, now }: { host: string; port: number; now: () => Date },
): Promise<SmtpInbox> {
  const server = new SMTPServer({
    name: 'sandbox',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: maxMailBytes,
    maxClients: 100,
    socketTimeout: 30_000,
    closeTimeout: 500,
    onRcptTo: ({ address }, _session, done) => {
      const refusal = refusalOf(address);
      done(refusal === null ? null : Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
    },
    onData: (stream, session, done) => {
      simpleParser(stream, { skipImageLinks: true }).then(
        (mail) => {
          if (stream.sizeExceeded)
            return done(Object.assign(new Error('The mail is too large'), { responseCode: 552 }));
          box.add({
            at: now().toISOString(),
            to: session.envelope.rcptTo.map(({ address }) => address.toLowerCase()),
            from: textOf(mail.from) ?? '',
            replyTo: textOf(mail.replyTo),
            subject: mail.subject ?? '',
            text: mail.text ?? '',
            html: mail.html === false ? null : mail.html,
            headers: mail.headerLines.map(({ key, line }) => ({
              name: key,
              value: line
                .slice(line.indexOf(':') + 1)
                .replace(/\r?\n[ \t]+/g, ' ')
                .trim(),
            })),
          });
          done();
        },
        () => done(Object.assign(new Error('The mail could not be read'), { responseCode: 554 })),
      );
    },
  });
  // Clients may hang up; their errors are ignored.
  server.on('error', () => undefined);
  const listening = server.listen(port, host);
  await once(listening, 'listening');
  const address = listening.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `smtp://${host}:${actual}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
