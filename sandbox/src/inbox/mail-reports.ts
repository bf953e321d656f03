import { createHmac } from 'node:crypto';
import { credentials } from '../credentials.ts';
import type { StoredMail, MailReport } from './mail-box.ts';

/** What becomes of an accepted mail, by the local part of its address: `bounces-later@…`, `full-later+dana@…`. */
const fates: Readonly<Record<string, Omit<MailReport, 'status'>>> = {
  'bounces-later': { type: 'bounce', permanent: true },
  'full-later': { type: 'bounce', permanent: false },
  'calls-it-spam': { type: 'complaint', permanent: false },
};

const fateOf = (address: string): Omit<MailReport, 'status'> | null =>
  fates[/^([\w-]+)(\+[^@]*)?@/.exec(address)?.[1] ?? ''] ?? null;

/** Milliseconds of real time after the mail was accepted, and between two attempts to report it. */
const laterMs = 500;
const maxDeliveryAttempts = 30;

export interface MailReportsOptions {
  now: () => Date;
  /** Where the product takes reports; null: nowhere. */
  webhookUrl: string | null;
  closing: AbortSignal;
}

/**
 * Reports of mails that came back after they were accepted, or were called spam, signed as the product demands
 * (docs/operations/mails.md) and repeated, signed again, until they are taken.
 */
export function createMailReports({ now, webhookUrl, closing }: MailReportsOptions): (mail: StoredMail) => void {
  const timers = new Set<NodeJS.Timeout>();
  closing.addEventListener('abort', () => timers.forEach(clearTimeout), { once: true });
  const later = (act: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, laterMs);
    timer.unref();
    timers.add(timer);
  };

  const post = async (url: string, event: object): Promise<number | null> => {
    const body = JSON.stringify({ events: [event] });
    const seconds = Math.floor(now().getTime() / 1_000);
    const mac = createHmac('sha256', credentials.mailWebhookSecret).update(`${seconds}.${body}`).digest('hex');
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-mail-signature': `t=${seconds},v1=${mac}` },
        body,
        signal: AbortSignal.any([closing, AbortSignal.timeout(10_000)]),
      });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return null;
    }
  };

  return (mail) => {
    for (const recipient of mail.to) {
      const fate = fateOf(recipient);
      if (fate === null) continue;
      const report: MailReport = { ...fate, status: null };
      mail.report = report;
      if (webhookUrl === null) continue;
      const messageId = mail.headers.find(({ name }) => name === 'message-id')?.value;
      const attempt = async (left: number, at: string): Promise<void> => {
        report.status = await post(webhookUrl, { ...fate, recipient, at, messageId });
        if (report.status !== 204 && left > 1 && !closing.aborted) later(() => void attempt(left - 1, at));
      };
      later(() => void attempt(maxDeliveryAttempts, now().toISOString()));
    }
  };
}
