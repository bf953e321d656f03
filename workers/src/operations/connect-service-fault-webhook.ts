import type { Clock } from '@ve/domain/kernel/time/clock';
import { createStandardWebhook } from '@ve/providers/webhook/standard-webhook.adapter';
import type { WebhookPort } from '@ve/providers/webhook/webhook.port';
import type { WorkersConfig } from '../config.ts';

/** The receiver of what is wrong with the service; null when none is configured. */
export const connectServiceFaultWebhook = (
  { SERVICE_FAULT_WEBHOOK_URL: url, SERVICE_FAULT_WEBHOOK_SECRET: secret }: WorkersConfig,
  now: Clock,
): WebhookPort | null =>
  url === undefined || secret === undefined ? null : createStandardWebhook({ url, secret, now });
