import { createTransport } from 'nodemailer';
import { headerMailbox, headerText } from './header-text.ts';
import { isLoopback, readSmtpUrl } from './smtp-url.ts';
import type { Mail, MailAnswer, MailPort } from './mail.port.ts';

export interface SmtpConfig {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  url: string;
  /** Host name in the Message-IDs: the domain that mails are sent from. */
  domain: string;
  /** Milliseconds for one mail altogether, 30 seconds by default. */
  timeoutMs?: number;
  /** Called once for each mail; must not throw. */
  onSend?: (report: { outcome: MailAnswer['state']; ms: number }) => void;
}

const patience = 10_000;

/**
 * A mail server over SMTP: one connection a mail, STARTTLS where it is offered. A password is sent over TLS alone,
 * except to this machine.
 */
export function createSmtpAdapter(config: SmtpConfig): MailPort {
  const { host, port, secure, auth } = readSmtpUrl(config.url);
  const timeoutMs = config.timeoutMs ?? 30_000;
  const transport = createTransport({
    host,
    port,
    secure,
    ...(auth ? { auth } : {}),
    requireTLS: auth !== undefined && !isLoopback(host),
    // A certificate for this machine's own name proves nothing more than the loopback address does.
    tls: { rejectUnauthorized: !isLoopback(host), servername: host },
    dnsTimeout: patience,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: timeoutMs,
    socketCloseTimeout: 0,
    // A mail is what it is given as: nothing is read from files or addresses because of its content.
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  const attempt = async (mail: Mail): Promise<MailAnswer> => {
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

/** Nodemailer writes the names of Reply-To itself; under another key it takes the value as it is. */
const answerTo = 'X-Answer-To';

const messageOf = (mail: Mail, domain: string) => ({
  messageId: `<${mail.id}@${domain}>`,
  from: mail.from,
  to: { name: '', address: mail.to },
  normalizeHeaderKey: (key: string) => (key === answerTo ? 'Reply-To' : key),
  text: mail.text,
  html: mail.html,
  headers: {
    // Nodemailer would leave what looks like an encoded word as it is, and mail programs would decode it.
    Subject: { prepared: true, foldLines: true, value: headerText(mail.subject) },
    ...(mail.replyTo ? { [answerTo]: headerMailbox(mail.replyTo) } : {}),
    'Auto-Submitted': mail.automatic,
    ...(mail.unsubscribeUrl === undefined
      ? {}
      : {
          'List-Unsubscribe': { prepared: true, value: `<${mail.unsubscribeUrl}>` },
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
  },
});

/** What a failed attempt means. What the server said is left out: it may repeat the address. */
const answerOf = (error: unknown): MailAnswer => {
  const { code, responseCode, permanent } = fieldsOf(error);
  // A server that does not let us in may do so once its keys are put right: the mail itself is not at fault.
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'ETLS') return unavailable('not-permitted', responseCode);
  if (responseCode !== undefined) {
    const aboutTheMail = code === 'EENVELOPE' || code === 'EMESSAGE';
    return permanent === true && aboutTheMail
      ? { state: 'refused', code: responseCode }
      : unavailable('deferred', responseCode);
  }
  return unavailable(code === 'ETIMEDOUT' ? 'timeout' : 'network');
};

const unavailable = (reason: 'timeout' | 'network' | 'deferred' | 'not-permitted', code?: number): MailAnswer => ({
  state: 'unavailable',
  reason,
  ...(code === undefined ? {} : { code }),
});

const fieldsOf = (error: unknown): { code?: unknown; responseCode?: number; permanent?: unknown } => {
  if (typeof error !== 'object' || error === null) return {};
  const { code, responseCode, permanent } = error as { code?: unknown; responseCode?: unknown; permanent?: unknown };
  return { code, permanent, ...(typeof responseCode === 'number' ? { responseCode } : {}) };
};
