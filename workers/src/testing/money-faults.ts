import type { Clock } from '@ve/domain/kernel/time/clock';
import type { FullCheckDeps } from '@ve/app/vehicle/vehicle-data-sources';
import type { PaymentDeps } from '@ve/app/membership/payments/payment-provider-client';
import { clearVdiCheck } from './scripted-registers.ts';

/** A seeded random generator: the same seed gives the same numbers. */
export const createSeededRandom = (seed: number) => {
  let state = seed >>> 0;
  /** A number from 0 (included) to 1 (excluded). */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    happens: (percent: number): boolean => next() * 100 < percent,
    pick: <T>(items: readonly T[]): T | undefined => items[Math.floor(next() * items.length)],
    shuffled: <T>(items: readonly T[]): T[] =>
      items
        .map((item) => [next(), item] as const)
        .toSorted(([one], [other]) => one - other)
        .map(([, item]) => item),
  };
};

export type SeededRandom = ReturnType<typeof createSeededRandom>;

const keyKnownMs = 24 * 3_600_000;

/**
 * Wraps a payment provider with failures: calls that never arrive, lost responses, and calls that overtake each other.
 * Like Stripe it drops an idempotency key after a day, except that of a refund, which the refund itself stores.
 */
export const paymentsWithFaults = (
  payments: PaymentDeps['payments'],
  chance: SeededRandom,
  { faults, now }: { faults: { lostPercent: number }; now: Clock },
): PaymentDeps['payments'] => {
  const firstUses = new Map<string, Date>();
  const keyNow = (key: string): string => {
    const first = firstUses.get(key) ?? now();
    firstUses.set(key, first);
    return `${key}@${Math.floor((now().getTime() - first.getTime()) / keyKnownMs)}`;
  };
  const keyed = (given: unknown): unknown =>
    typeof given === 'object' && given !== null && 'key' in given
      ? { ...given, key: keyNow(String(given.key)) }
      : given;
  async function* faultyPages(name: string, pages: AsyncIterable<unknown>): AsyncGenerator<unknown> {
    for await (const page of pages) {
      if (chance.happens(faults.lostPercent)) throw new Error(`a page of ${name} did not arrive`);
      yield page;
    }
  }
  return new Proxy(payments, {
    get: (target, name: keyof PaymentDeps['payments']) => {
      if (name.endsWith('Pages')) {
        const listing = target[name] as (query: unknown) => AsyncIterable<unknown>;
        return (query: unknown) => faultyPages(name, listing(query));
      }
      return async (given: unknown): Promise<unknown> => {
        for (let ticks = Math.floor(chance.next() * 4); ticks > 0; ticks -= 1) {
          await new Promise((resolve) => setImmediate(resolve));
        }
        if (chance.happens(faults.lostPercent)) throw new Error(`${name} did not arrive`);
        const answer = await (target[name] as (given: unknown) => Promise<unknown>)(
          name === 'refundPayment' ? given : keyed(given),
        );
        if (chance.happens(faults.lostPercent)) throw new Error(`the answer of ${name} was lost`);
        return answer;
      };
    },
  });
};

/**
 * Registers that are down, time out, hold nothing, or lose their caller during a look-up. Without faults every look-up
 * finds a clear record.
 */
export const registersWithFaults = (chance: SeededRandom, faults: { lostPercent: number }) => {
  let charged = 0;
  const registers: FullCheckDeps['registers'] = {
    find: async () => {
      for (let ticks = Math.floor(chance.next() * 4); ticks > 0; ticks -= 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      const luck = chance.next() * 100;
      if (faults.lostPercent === 0 || luck < 55) {
        charged += 1;
        return { state: 'found', data: clearVdiCheck };
      }
      if (luck < 70) return { state: 'unavailable', reason: 'source-error', charged: 'no' };
      charged += 1;
      if (luck < 80) return { state: 'not-held' };
      if (luck < 90) return { state: 'unavailable', reason: 'timeout', charged: 'unknown' };
      throw new Error('killed inside a look-up');
    },
  };
  return { ...registers, charged: () => charged };
};
