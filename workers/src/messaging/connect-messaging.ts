import type { MailSendResult } from '@ve/providers/mail/mail.port';
import { createSmtpAdapter } from '@ve/providers/mail/smtp.adapter';
import type { VendorCallCounter } from '@ve/server-kit/vendors/vendor-counts';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { WorkersConfig } from '../config.ts';
import type { MailServerDeps, TextVendorDeps } from '../handlers.ts';
import type { AdapterOptions } from '@ve/providers/http/adapter-options';
import { createTwilioAdapter } from '@ve/providers/text/twilio.adapter';

/** Timeout of the mail server for one mail. */
const sendTimeoutMs = 30_000;
const mailOutcomes = ['accepted', 'refused', 'unavailable'] as const satisfies readonly MailSendResult['state'][];

/** Connects the mail server with metrics, and builds the settings of every mail. */
export const connectMailServer = (
  config: WorkersConfig,
  registry: Registry,
  counting: Pick<VendorCallCounter, 'count'>,
): MailServerDeps => {
  const mails = new Counter({
    name: 'mail_deliveries_total',
    help: 'Mails handed to the mail server, by what it said',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of mailOutcomes) mails.inc({ outcome }, 0);
  const seconds = new Histogram({
    name: 'mail_delivery_duration_seconds',
    help: 'How long the mail server takes for one mail',
    buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 30],
    registers: [registry],
  });
  const mail = createSmtpAdapter({
    url: config.SMTP_URL,
    timeoutMs: sendTimeoutMs,
    domain: config.MAIL_FROM.address.split('@')[1] ?? 'localhost',
    onSend: ({ outcome, ms }) => {
      mails.inc({ outcome });
      // A permanent rejection is a response, not an outage.
      counting.count({ provider: 'SMTP', outcome, failure: outcome === 'unavailable' ? outcome : null });
      seconds.observe(ms / 1_000);
    },
  });
  return {
    mail,
    // Rendering and recording the result take time as well.
    mailLeaseMs: sendTimeoutMs + 15_000,
    mailSettings: { from: config.MAIL_FROM, support: config.SUPPORT_EMAIL, origin: config.PUBLIC_ORIGIN },
  };
};

/** Connects Twilio, and builds the settings of every text. */
export const connectTextVendor = (config: WorkersConfig, options: AdapterOptions) => {
  const texts = createTwilioAdapter({
    url: config.TWILIO_URL,
    accountSid: config.TWILIO_ACCOUNT_SID,
    authToken: config.TWILIO_AUTH_TOKEN[0] ?? '',
    from: config.TWILIO_FROM,
    ...options,
  });
  const needs: TextVendorDeps = {
    texts,
    // Twice Twilio's timeout, plus the time to record the result.
    textLeaseMs: 45_000,
    textConfirmWaitMs: 60_000,
    textSettings: {
      origin: config.PUBLIC_ORIGIN,
      callbackOrigin: config.TWILIO_CALLBACK_ORIGIN ?? config.PUBLIC_ORIGIN,
      pencePerSegment: config.TWILIO_PENCE_PER_SEGMENT,
      pencePerDay: config.TEXTS_PENCE_A_DAY,
    },
  };
  return { ...needs, close: () => texts.close() };
};
