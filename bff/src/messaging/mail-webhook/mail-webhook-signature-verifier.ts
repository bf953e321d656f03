import { Inject, Injectable } from '@nestjs/common';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { BffConfig } from '../../config.ts';
import { type InboundVendorCall, VendorSignatureVerifier } from '../../http/audience.ts';
import { CONFIG_TOKEN } from '../../platform/injection-tokens.ts';

/** Maximum difference between the relay's clock and ours, and how long a call can be replayed. */
const windowSeconds = 300;

/** `t=1795262400,v1=` and the HMAC-SHA256, in hexadecimal, of the time, a full stop and the body. */
const headerPattern = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/**
 * Verifies calls that were signed with our relay's secret within five minutes. Without a configured secret it refuses
 * all.
 */
@Injectable()
export class MailWebhookSignatureVerifier extends VendorSignatureVerifier {
  readonly vendor = 'mail-relay';
  readonly #secrets: readonly string[];

  constructor(@Inject(CONFIG_TOKEN) config: BffConfig) {
    super();
    this.#secrets = config.MAIL_WEBHOOK_SECRET;
  }

  isGenuine({ headers, rawBody, now }: InboundVendorCall): boolean {
    const given = headers['x-mail-signature'];
    const [, time = '', mac = ''] = typeof given === 'string' ? (headerPattern.exec(given) ?? []) : [];
    if (rawBody === undefined || mac === '') return false;
    if (Math.abs(now.getTime() / 1_000 - Number(time)) > windowSeconds) return false;
    const theirs = Buffer.from(mac, 'hex');
    return this.#secrets.some((secret) =>
      timingSafeEqual(createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest(), theirs),
    );
  }
}
