import { createTransport } from 'nodemailer';
import { mailHeaderMailbox, mailHeaderText } from './mail-header-text.ts';
import { isLoopbackHost } from '../http/loopback-host.ts';
import { parseSmtpUrl } from './smtp-url.ts';
import type { OutgoingMail, MailSendResult, MailPort, MailUnavailableReason } from './mail.port.ts';

export interface SmtpConfig {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  url: string;
  /** Host name in Message-IDs: the domain of the sender. */
  domain: string;
  /** Total timeout for one mail in milliseconds, 30 seconds by default. */
  timeoutMs?: number;
  /** Called once per mail; must not throw. */
  onSend?: (report: { outcome: MailSendResult['state']; ms: number }) => void;
}

const stageTimeoutMs = 10_000;

/**
 * Sends over SMTP: one connection per mail, STARTTLS where offered. A password is sent over TLS only, except to this
 * machine.
 */
export function createSmtpAdapter(config: SmtpConfig): MailPort {
  const timeoutMs = config.timeoutMs ?? 30_000;
  const transport = createSmtpTransport(config.url, timeoutMs);

  const attempt = async (mail: OutgoingMail): Promise<MailSendResult> => {
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      await transport.sendMail({ ...messageOf(mail, config.domain), signal: deadline });
      return { state: 'accepted' };
    } catch (error) {
      return deadline.aborted ? { state: 'unavailable', reason: 'timeout' } : answerOf(error);
    }
  };

  return {
    async send(mail) {
      const started = performance.now();
      const answer = await attempt(mail);
      config.onSend?.({ outcome: answer.state, ms: performance.now() - started });
      return answer;
    },
  };
}

/** Connects and signs in without sending a mail. Returns why the server cannot be used; null: it can. */
export const checkSmtpLogin = async ({
  url,
  timeoutMs,
}: Required<Pick<SmtpConfig, 'url' | 'timeoutMs'>>): Promise<MailUnavailableReason | null> => {
  const transport = createSmtpTransport(url, timeoutMs);
  try {
    await transport.verify();
    return null;
  } catch (error) {
    const answer = answerOf(error);
    return answer.state === 'unavailable' ? answer.reason : 'not-permitted';
  } finally {
    transport.close();
  }
};

const createSmtpTransport = (url: string, timeoutMs: number) => {
  const { host, port, secure, auth } = parseSmtpUrl(url);
  return createTransport({
    host,
    port,
    secure,
    ...(auth ? { auth } : {}),
    requireTLS: auth !== undefined && !isLoopbackHost(host),
    // A certificate proves nothing on loopback.
    tls: { rejectUnauthorized: !isLoopbackHost(host), servername: host },
    dnsTimeout: stageTimeoutMs,
    connectionTimeout: stageTimeoutMs,
    greetingTimeout: stageTimeoutMs,
    socketTimeout: timeoutMs,
    socketCloseTimeout: 0,
    // The content must never make nodemailer read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};

/** Nodemailer encodes the names in Reply-To itself; a header under another key is sent as given. */
const answerTo = 'X-Answer-To';

const messageOf = (mail: OutgoingMail, domain: string) => ({
  messageId: `<${mail.id}@${domain}>`,
  from: mail.from,
  to: { name: '', address: mail.to },
  normalizeHeaderKey: (key: string) => (key === answerTo ? 'Reply-To' : key),
  text: mail.text,
  html: mail.html,
  headers: {
    // Nodemailer would not encode text that looks like an encoded word, and mail programs would decode it.
    Subject: { prepared: true, foldLines: true, value: mailHeaderText(mail.subject) },
    ...(mail.replyTo ? { [answerTo]: mailHeaderMailbox(mail.replyTo) } : {}),
    'Auto-Submitted': mail.automatic,
    ...(mail.unsubscribeUrl === undefined
      ? {}
      : {
          'List-Unsubscribe': { prepared: true, value: unsubscribeBy(mail.unsubscribeUrl, mail.unsubscribeTo) },
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
  },
});

const unsubscribeBy = (url: string, to: string | undefined): string =>
  to === undefined ? `<${url}>` : `<${url}>, <mailto:${to}?subject=unsubscribe>`;

/**
 * Enhanced status codes (RFC 3463, RFC 7505) of an address that does not exist, has moved or is closed, or of a domain
 * that accepts no mail. Any other rejection, including one without such a code, may be about us, the content or a
 * temporary state.
 */
const deadAddressCodes = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']);

const isDeadAddressReply = (response: unknown): boolean => {
  const [, code = ''] = typeof response === 'string' ? (/^5\d\d[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []) : [];
  return deadAddressCodes.has(code);
};

/** The result of a failed attempt, without the server's text, which may contain the address. */
const answerOf = (error: unknown): MailSendResult => {
  const { code, responseCode, permanent, response, syscall, message } = fieldsOf(error);
  // A failed authentication is a configuration error and not the mail's: sending may succeed later.
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'ETLS') return unavailable('not-permitted', responseCode);
  if (responseCode !== undefined) {
    const aboutTheMail = code === 'EENVELOPE' || code === 'EMESSAGE';
    return permanent === true && aboutTheMail
      ? { state: 'refused', code: responseCode, deadAddress: code === 'EENVELOPE' && isDeadAddressReply(response) }
      : unavailable('deferred', responseCode);
  }
  if (code === 'EDNS' || syscall === 'connect' || notReached.has(message)) return unavailable('unreachable');
  return unavailable(code === 'ETIMEDOUT' ? 'timeout' : 'network');
};

/** Nodemailer's messages for a server that was never reached; their code is the same as for every timeout. */
const notReached = new Set<unknown>(['Connection timeout', 'Greeting never received']);

const unavailable = (reason: MailUnavailableReason, code?: number): MailSendResult => ({
  state: 'unavailable',
  reason,
  ...(code === undefined ? {} : { code }),
});

interface Failure {
  code?: unknown;
  responseCode?: number;
  permanent?: unknown;
  response?: unknown;
  syscall?: unknown;
  message?: unknown;
}

const fieldsOf = (error: unknown): Failure => {
  if (typeof error !== 'object' || error === null) return {};
  const { code, responseCode, permanent, response, syscall, message } = error as Record<keyof Failure, unknown>;
  const read = { code, permanent, response, syscall, message };
  return { ...read, ...(typeof responseCode === 'number' ? { responseCode } : {}) };
};
