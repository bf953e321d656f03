import { claimLook, listWatchStates } from '@ve/data/alerts/watch-state.repository';
import { findSendable } from '@ve/data/watch/sendable.repository';
import { lookTime } from '@ve/domain/alerts/next-look';
import { addDays, londonDate } from '@ve/domain/time/london-date';
import type { Handler } from '../job-context.ts';
import { keepLook } from './keep-look.ts';
import type { Looks } from './looks.ts';

/**
 * Looks at one aspect of a member's car and tells them what has changed since the last look. Nothing is asked for whoever
 * is no member, and not before the look is due: a second job of the same look finds it made. A look that costs money is
 * claimed before the vendor is asked: a worker that dies meanwhile costs one look-up, and the next is made a day later.
 */
export const createLookHandler =
  (looks: Looks): Handler<'watches.look'> =>
  async ({ userId, aspect, correlationId }, context) => {
    const { em, now, logger } = context;
    const look = looks[aspect];
    const sendable = await findSendable(em, userId, now());
    if (look === undefined || sendable === null) return;
    const { registration } = sendable;
    const states = await listWatchStates(em, userId, registration);
    const state = states.find((each) => each.aspect === aspect) ?? null;
    if (state !== null && state.nextAt > now()) return;
    if (look.paid) {
      const until = lookTime(addDays(londonDate(now()), 1), userId);
      if (!(await claimLook(em, { userId, aspect, registration }, { now: now(), until }))) return;
    }
    const looked = await look.look({ userId, registration, sendable, state }, context);
    const { everyDays } = look;
    const events = await em.transactional(async (transaction) => {
      const kept = { userId, aspect, registration, everyDays };
      const added = await keepLook(transaction, kept, looked, { now: now(), correlationId });
      await context.complete(transaction);
      return added;
    });
    if (events > 0) logger.info({ aspect, events }, 'a watched car has changed');
  };
