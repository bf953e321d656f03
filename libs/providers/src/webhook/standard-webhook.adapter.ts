import { createHmac } from 'node:crypto';
import { createHttpAgent, sendHttpRequest } from '../http/http-exchange.ts';
import { defaultProviderLimits } from '../http/provider-limits.ts';
import type { WebhookPort } from './webhook.port.ts';

export interface StandardWebhookOptions {
  url: string;
  /** `whsec_` and the key in base64. */
  secret: string;
  /** The time of a call, for its signature. */
  now: () => Date;
  totalTimeoutMs?: number;
}

/** `v1,` and the signature of a body in base64, as https://www.standardwebhooks.com defines it. */
export const signStandardWebhook = (
  secret: string,
  { id, seconds, body }: { id: string; seconds: number; body: string },
): string => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
};

/** Posts events to one receiver, signed as Standard Webhooks, one attempt a call. Follows no redirect. */
export const createStandardWebhook = ({
  url,
  secret,
  now,
  totalTimeoutMs = 8_000,
}: StandardWebhookOptions): WebhookPort => {
  const target = new URL(url);
  const agent = createHttpAgent({
    ...defaultProviderLimits,
    ratePerSecond: 1,
    burst: 1,
    maxResponseBytes: 65_536,
    concurrency: 1,
  });
  return {
    post: async ({ id, type, at, data }) => {
      const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
      const seconds = Math.floor(now().getTime() / 1_000);
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signStandardWebhook(secret, { id, seconds, body }),
      };
      const request = { method: 'POST', url: target, headers, body } as const;
      const sent = await sendHttpRequest(agent, request, AbortSignal.timeout(totalTimeoutMs));
      return sent.answered && sent.answer.status >= 200 && sent.answer.status < 300;
    },
    close: () => agent.destroy(),
  };
};
