import { findFullCheck } from '@ve/data/full-check/full-check.repository';
import { endPicture, findPicture, type PictureEnd } from '@ve/data/picture/vehicle-picture.repository';
import { RetryLaterError, UnrecoverableJobError } from '@ve/server-kit/queue/job-errors';
import type { Handler } from '../job-context.ts';
import type { PictureNeeds } from '../pictures.ts';

const aDayMs = 86_400_000;
/** For so long nobody asks again for a picture that the vendor does not have, and for one that failed. */
const noneDays = 30;
const failedDays = 1;

/**
 * Buys the vendor's picture of a checked vehicle and keeps it as long as the licence permits. What has ended, or is kept from
 * another check, costs nothing.
 */
export const createPictureHandler =
  ({ pictures }: PictureNeeds): Handler<'vehicle-pictures.fetch'> =>
  async ({ checkId }, context) => {
    const { em, now, signal, lastAttempt, logger } = context;
    const check = await findFullCheck(em, checkId);
    if (check === null) throw new UnrecoverableJobError('no full check with this id');
    const { registration } = check;
    if ((await findPicture(em, registration, now()))?.state !== 'asked') return;

    const end = (picture: Omit<PictureEnd, 'keepUntil'>, days: number) =>
      em.transactional(async (transaction) => {
        const keepUntil = new Date(now().getTime() + days * aDayMs);
        await endPicture(transaction, registration, { ...picture, keepUntil } as PictureEnd, now());
        await context.complete(transaction);
      });

    // The licence ended since it was ordered.
    if (pictures === undefined) return end({ state: 'none' }, failedDays);
    const answer = await pictures.port.find(registration, signal);
    switch (answer.state) {
      case 'found':
        return end({ state: 'found', ...answer.data }, pictures.licenceDays);
      case 'not-held':
      case 'invalid':
        return end({ state: 'none' }, noneDays);
      case 'unavailable': {
        logger.warn({ checkId, reason: answer.reason }, 'a picture could not be fetched');
        const isHopeless = ['refused', 'budget-spent', 'unreadable-answer', 'restricted'].includes(answer.reason);
        if (lastAttempt || isHopeless) return end({ state: 'failed' }, failedDays);
        const message = `no picture: ${answer.reason}`;
        throw answer.retryAfterMs === undefined
          ? new Error(message)
          : new RetryLaterError(message, answer.retryAfterMs);
      }
    }
  };
