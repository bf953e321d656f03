import { createHmac, randomInt } from 'node:crypto';
import PQueue from 'p-queue';
import type { SimulatedStripeAccount } from './account.ts';
import type { SimulatedStripeEvent, SimulatedWebhookEndpoint } from './state.types.ts';
import { toStripeApiEvent } from './views/event.view.ts';
import { defaultStripeWebhookFaultSettings, type StripeWebhookFaultSettings } from './webhook-settings.ts';

export interface StripeWebhookDelivery {
  event: string;
  type: string;
  url: string;
  /** Instant in UTC. */
  at: string;
  attempt: number;
  /** Null when there was no response. */
  status: number | null;
}

/** Waits between the attempts, in milliseconds of real time: short, so that a test can wait for them all. */
const waitsMs = [200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000];
const maxDeliveryAttempts = 30;
const answerLimitMs = 10_000;
const maxConcurrent = 8;
const disorderMs = 2_000;
const futureSeconds = 600;
const kept = 500;

/** A pending delivery, by ids. */
export interface DueStripeWebhookDelivery {
  event: string;
  endpoint: string;
  attempt: number;
}

interface Job {
  endpoint: SimulatedWebhookEndpoint;
  event: SimulatedStripeEvent;
  body: string;
  attempt: number;
  /** Shared by the deliveries of the same event: the first that is accepted counts. */
  counts: { taken: boolean };
}

const wants = ({ enabledEvents }: SimulatedWebhookEndpoint, type: string): boolean =>
  enabledEvents.includes('*') || enabledEvents.includes(type);

/** The `Stripe-Signature` header, signed with every valid secret. */
function stripeWebhookSignatureOf(body: string, secrets: readonly string[], at: number): string {
  const signed = secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`);
  return [`t=${at}`, ...signed].join(',');
}

/** Delivers events to the webhook endpoints until each has accepted them. */
export class StripeWebhookSender {
  settings: StripeWebhookFaultSettings = { ...defaultStripeWebhookFaultSettings };
  readonly deliveries: StripeWebhookDelivery[] = [];
  readonly #account: SimulatedStripeAccount;
  readonly #closing: AbortSignal;
  readonly #waiting = new Set<Job>();
  readonly #ready = new PQueue({ concurrency: maxConcurrent });
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(account: SimulatedStripeAccount, closing: AbortSignal) {
    this.#account = account;
    this.#closing = closing;
    account.onEvent((event) => this.send(event));
    closing.addEventListener('abort', () => this.#stop(), { once: true });
  }

  /** The number of deliveries that are in flight or will be retried. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Delivers an event to every endpoint that subscribes to its type. */
  send(event: SimulatedStripeEvent): void {
    for (const endpoint of this.#account.webhookEndpoints.values()) {
      if (endpoint.status !== 'enabled' || !wants(endpoint, event.type)) continue;
      event.pending += 1;
      if (randomInt(100) < this.settings.lossPercent) continue;
      const body = JSON.stringify(toStripeApiEvent(event), null, 2);
      const counts = { taken: false };
      for (let copy = 0; copy <= this.settings.duplicates; copy += 1) {
        const job = { endpoint, event, body, attempt: 1, counts };
        this.#waiting.add(job);
        this.#later(this.settings.disorder ? randomInt(disorderMs) : 0, job);
      }
    }
  }

  /** The deliveries that `waiting` counts, to be saved for the next run. */
  due(): DueStripeWebhookDelivery[] {
    return [...this.#waiting].map(({ event, endpoint, attempt }) => ({
      event: event.id,
      endpoint: endpoint.id,
      attempt,
    }));
  }

  /** Restores the pending deliveries of an earlier run; `start` delivers them. */
  restore(due: readonly DueStripeWebhookDelivery[]): void {
    const counts = new Map<string, Job['counts']>();
    for (const { event: eventId, endpoint: endpointId, attempt } of due) {
      const event = this.#account.events.get(eventId);
      const endpoint = this.#account.webhookEndpoints.get(endpointId);
      if (!event || !endpoint) continue;
      const key = `${eventId} ${endpointId}`;
      const shared = counts.get(key) ?? { taken: false };
      counts.set(key, shared);
      const body = JSON.stringify(toStripeApiEvent(event), null, 2);
      this.#waiting.add({ endpoint, event, body, attempt, counts: shared });
    }
  }

  start(): void {
    for (const job of this.#waiting) this.#later(0, job);
  }

  /** Drops all pending deliveries. */
  clear(): void {
    this.#stop();
    this.#waiting.clear();
    this.deliveries.length = 0;
  }

  #stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#ready.clear();
  }

  #later(ms: number, job: Job): void {
    if (this.#closing.aborted) return;
    // Also without a wait usually after the response to the request that caused it.
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#ready.add(() => this.#deliver(job));
    }, ms);
    timer.unref();
    this.#timers.add(timer);
  }

  async #deliver(job: Job): Promise<void> {
    const { endpoint, event, attempt } = job;
    const status = await this.#post(job);
    this.#account.changed();
    this.deliveries.push({
      event: event.id,
      type: event.type,
      url: endpoint.url,
      at: new Date(this.#account.now() * 1000).toISOString(),
      attempt,
      status,
    });
    if (this.deliveries.length > kept) this.deliveries.shift();
    if (status !== null && status >= 200 && status < 300) {
      if (!job.counts.taken) event.pending -= 1;
      job.counts.taken = true;
      this.#waiting.delete(job);
      return;
    }
    if (!this.#waiting.has(job) || this.#closing.aborted) return;
    if (attempt >= maxDeliveryAttempts) {
      this.#waiting.delete(job);
      return;
    }
    job.attempt += 1;
    this.#later(waitsMs[Math.min(attempt, waitsMs.length) - 1] ?? 0, job);
  }

  async #post({ endpoint, body }: Job): Promise<number | null> {
    const now = this.#account.now();
    const { futureDated, wrongSignature } = this.settings;
    const good = endpoint.secrets.filter(({ endsAt }) => endsAt === null || endsAt > now).map(({ secret }) => secret);
    const secrets = wrongSignature ? ['whsec_of_somebody_else'] : good;
    try {
      const answer = await fetch(endpoint.url, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': stripeWebhookSignatureOf(body, secrets, futureDated ? now + futureSeconds : now),
        },
        redirect: 'manual',
        signal: AbortSignal.any([this.#closing, AbortSignal.timeout(answerLimitMs)]),
      });
      await answer.body?.cancel();
      return answer.status;
    } catch {
      return null;
    }
  }
}
