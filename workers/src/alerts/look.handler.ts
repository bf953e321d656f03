import { claimLook, listWatchStates } from '@ve/data/alerts/watch-state.repository';
import { findSendable } from '@ve/data/watch/sendable.repository';
import { isPayingMember } from '@ve/data/watch/paying-member.repository';
import { lookTime } from '@ve/domain/alerts/next-look';
import { isPausedOn } from '@ve/domain/reminders/pause';
import { addDays, londonDate } from '@ve/domain/time/london-date';
import type { Handler } from '../job-context.ts';
import { keepLook } from './keep-look.ts';
import type { Look, Looked, Looks, Watched } from './looks.ts';

/**
 * Why a look that costs money is not made now, and when it may be; null: it may. The first of a membership, or of another
 * car, is a whole interval after it began: it would tell nothing, and whoever joins and cancels would make us pay.
 */
const notPaidFor = (
  { everyDays, kinds = [] }: Look,
  { userId, sendable: { watch }, state }: Watched,
  now: Date,
): Looked | null => {
  const today = londonDate(now);
  const notMade = (failure: string, days: number): Looked => ({
    said: false,
    failure,
    againAt: lookTime(addDays(today, days), userId),
  });
  if (state === null || state.triedAt === null) return notMade('not-yet', everyDays);
  if (isPausedOn(watch, today)) return notMade('paused', 1);
  return kinds.every((kind) => watch.alertsOff.includes(kind)) ? notMade('switched-off', 1) : null;
};

/**
 * Looks at one aspect of a member's car and tells them what has changed since the last look. Nothing is asked for whoever
 * is no member, and not before the look is due: a second job of the same look finds it made. What is held already is taken
 * at any time. A look that costs money is claimed before the vendor is asked: a worker that dies meanwhile costs one
 * look-up, and the next is made a day later.
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
    if (look.paid && (look.everyDays === 0 || !(await isPayingMember(em, userId, now())))) return;
    const watched = { userId, registration, sendable, state };
    const held = (await look.held?.(watched, context)) ?? null;
    const free: Looked | null = held && { said: true, answer: held };
    if (free === null && state?.nextAt && state.nextAt > now()) return;
    const unasked = free ?? (look.paid ? notPaidFor(look, watched, now()) : null);
    if (look.paid && unasked === null) {
      const until = lookTime(addDays(londonDate(now()), 1), userId);
      if (!(await claimLook(em, { userId, aspect, registration }, { now: now(), until }))) return;
    }
    const looked = unasked ?? (await look.look(watched, context));
    const { everyDays } = look;
    const events = await em.transactional(async (transaction) => {
      const kept = { userId, aspect, registration, everyDays };
      const added = await keepLook(transaction, kept, looked, { now: now(), correlationId });
      await context.complete(transaction);
      return added;
    });
    if (events > 0) logger.info({ aspect, events }, 'a watched car has changed');
  };
