import type { SimulatedStripeAccount } from './account.ts';
import { isJsonObject } from './json.types.ts';
import type { DueStripeWebhookDelivery, StripeWebhookSender } from './webhook-sender.ts';

/**
 * To be increased with every change of `state.types.ts` or of the seeded account: a file of another format is set
 * aside.
 */
const format = 6;

/** The account between two runs of the sandbox, without idempotency keys and delivery faults. */
export interface SavedStripeState {
  format: typeof format;
  objects: Record<string, { id: string }[]>;
  afterRetries: SimulatedStripeAccount['afterRetries'];
  deliveries: DueStripeWebhookDelivery[];
}

export function serializeStripeState(account: SimulatedStripeAccount, webhooks: StripeWebhookSender): string {
  const state: SavedStripeState = {
    format,
    objects: Object.fromEntries(account.collections().map(([kind, each]) => [kind, [...each.values()]])),
    afterRetries: account.afterRetries,
    deliveries: webhooks.due(),
  };
  return JSON.stringify(state);
}

const isListOf = (value: unknown, texts: readonly string[]): boolean =>
  Array.isArray(value) &&
  value.every((each: unknown) => isJsonObject(each) && texts.every((name) => typeof each[name] === 'string'));

/** Whether a file holds the state of this version of the sandbox. */
export const isSavedStripeState = (value: unknown): value is SavedStripeState =>
  isJsonObject(value) &&
  value['format'] === format &&
  isJsonObject(value['objects']) &&
  Object.values(value['objects']).every((list) => isListOf(list, ['id'])) &&
  typeof value['afterRetries'] === 'string' &&
  isListOf(value['deliveries'], ['event', 'endpoint']);

/** Fills an empty account with saved state. */
export function restoreStripeState(
  state: SavedStripeState,
  account: SimulatedStripeAccount,
  webhooks: StripeWebhookSender,
): void {
  for (const [kind, collection] of account.collections()) {
    for (const object of state.objects[kind] ?? []) collection.add(object);
  }
  account.afterRetries = state.afterRetries;
  webhooks.restore(state.deliveries);
}
