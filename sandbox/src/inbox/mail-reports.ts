import { createHmac } from 'node:crypto';
import { sandboxCredentials } from '../sandbox-credentials.ts';
import type { StoredMail, BounceOrComplaint } from './mail-box.ts';

/** The later outcome of an accepted mail, by the local part of its address: `bounces-later@…`, `full-later+dana@…`. */
const outcomes: Readonly<Record<string, Omit<BounceOrComplaint, 'status'>>> = {
  'bounces-later': { type: 'bounce', permanent: true },
  'full-later': { type: 'bounce', permanent: false },
  'calls-it-spam': { type: 'complaint', permanent: false },
};

const outcomeOf = (address: string): Omit<BounceOrComplaint, 'status'> | null =>
  outcomes[/^([\w-]+)(\+[^@]*)?@/.exec(address)?.[1] ?? ''] ?? null;

/**
 * The delay between accepting a mail and reporting it, and between two attempts to report it, in milliseconds of real
 * time.
 */
const laterMs = 500;
const maxDeliveryAttempts = 30;

export interface BounceAndComplaintReporterOptions {
  now: () => Date;
  /** The product's webhook for reports; null for none. */
  webhookUrl: string | null;
  closing: AbortSignal;
}

/**
 * Reports bounces and complaints about accepted mails, signed as the product requires (docs/operations/mails.md). A
 * report is repeated with a new signature until it is accepted.
 */
export function createBounceAndComplaintReporter({
  now,
  webhookUrl,
  closing,
}: BounceAndComplaintReporterOptions): (mail: StoredMail) => void {
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
    const mac = createHmac('sha256', sandboxCredentials.mailWebhookSecret).update(`${seconds}.${body}`).digest('hex');
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
      const outcome = outcomeOf(recipient);
      if (outcome === null) continue;
      const report: BounceOrComplaint = { ...outcome, status: null };
      mail.report = report;
      if (webhookUrl === null) continue;
      const messageId = mail.headers.find(({ name }) => name === 'message-id')?.value;
      const attempt = async (left: number, at: string): Promise<void> => {
        report.status = await post(webhookUrl, { ...outcome, recipient, at, messageId });
        if (report.status !== 204 && left > 1 && !closing.aborted) later(() => void attempt(left - 1, at));
      };
      later(() => void attempt(maxDeliveryAttempts, now().toISOString()));
    }
  };
}
