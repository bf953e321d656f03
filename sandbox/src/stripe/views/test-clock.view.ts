import type { StripeApiObject } from '../json.types.ts';
import { fillMissingStripeFields } from '../shapes.ts';
import type { SimulatedTestClock } from '../state.types.ts';

const daySeconds = 86_400;

/** @param target the time to which a clock is advancing */
export const toStripeApiTestClock = (clock: SimulatedTestClock, target?: number): StripeApiObject =>
  fillMissingStripeFields('test_helpers.test_clock', {
    id: clock.id,
    created: clock.created,
    deletes_after: clock.created + 30 * daySeconds,
    frozen_time: clock.frozenTime,
    livemode: false,
    name: clock.name,
    status: target === undefined ? 'ready' : 'advancing',
    status_details: target === undefined ? {} : { advancing: { target_frozen_time: target } },
  });
