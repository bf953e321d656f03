import { findFullCheck } from '@ve/data/full-check/full-check.repository';
import {
  beginPicturePurchase,
  endPictureRequest,
  findVehiclePicture,
  findPicturePurchase,
  storePicturePurchase,
  type PictureRequestResult,
} from '@ve/data/vehicle/picture/vehicle-picture.repository';
import type { VehicleAnswer } from '@ve/providers/vehicle-answer';
import type { VehiclePicture, VehiclePicturePort } from '@ve/providers/vehicle-picture/vehicle-picture.port';
import { RetryLaterError, UnrecoverableJobError } from '@ve/contracts/job-errors';
import type { JobUseCase, JobContext } from '../job-context.ts';
import type { PictureDeps } from '../vehicle/vehicle-data-sources.ts';

const aDayMs = 86_400_000;
/** Days without another call for a picture that the vendor does not have, and for one that failed. */
const noneDays = 30;
const failedDays = 1;

/**
 * Buys the vendor's picture of a checked vehicle and stores it as long as the licence permits. Does nothing when the
 * order has ended or another check's picture is stored. The look-up is paid for once: a later run downloads from the
 * stored URL, and after a lost response nothing is bought again.
 */
export const fetchVehiclePicture =
  ({ pictures }: PictureDeps): JobUseCase<'vehicle-pictures.fetch'> =>
  async ({ checkId }, context) => {
    const { em, now, lastAttempt, logger } = context;
    const check = await findFullCheck(em, checkId);
    if (check === null) throw new UnrecoverableJobError('no full check with this id');
    const { registration } = check;
    if ((await findVehiclePicture(em, registration, now()))?.state !== 'asked') return;

    const end = (picture: Omit<PictureRequestResult, 'retainedUntil'>, days: number) =>
      em.transactional(async (transaction) => {
        const retainedUntil = new Date(now().getTime() + days * aDayMs);
        await endPictureRequest(
          transaction,
          { registration, end: { ...picture, retainedUntil } as PictureRequestResult },
          now(),
        );
        await context.complete(transaction);
      });

    // The licence ended after the picture was ordered.
    if (pictures === undefined) return end({ state: 'none' }, failedDays);
    const answer = await fetched(pictures.port, registration, context);
    switch (answer.state) {
      case 'found':
        return end({ state: 'found', ...answer.data }, pictures.licenceDays);
      case 'not-held':
      case 'invalid':
        return end({ state: 'none' }, noneDays);
      case 'lost':
        logger.warn(
          { event: 'picture_purchase_unconfirmed', checkId },
          'The outcome of a picture purchase is unknown, so the purchase is not retried.',
        );
        return end({ state: 'failed' }, failedDays);
      case 'unavailable': {
        logger.warn(
          { event: 'picture_fetch_failed', checkId, reason: answer.reason },
          'A picture could not be fetched.',
        );
        const isHopeless = ['refused', 'budget-spent', 'unreadable-answer', 'restricted'].includes(answer.reason);
        if (lastAttempt || isHopeless) return end({ state: 'failed' }, failedDays);
        const message = `no picture: ${answer.reason}`;
        throw answer.retryAfterMs === undefined
          ? new Error(message)
          : new RetryLaterError(message, answer.retryAfterMs);
      }
    }
  };

/**
 * Downloads the picture from its stored URL, or else by a look-up. `lost`: a look-up that may have been charged has no
 * response.
 */
async function fetched(
  port: VehiclePicturePort,
  registration: string,
  { em, now, signal }: Pick<JobContext, 'em' | 'now' | 'signal'>,
): Promise<VehicleAnswer<VehiclePicture> | { state: 'lost' }> {
  const bought = await findPicturePurchase(em, registration);
  if (bought?.state === 'address') return port.download(bought.address, signal);
  if (bought?.state !== 'none' || !(await beginPicturePurchase(em, registration, now()))) return { state: 'lost' };
  const { answer, charged } = await port.lookUp(registration, signal);
  if (answer.state === 'found') {
    const { address } = answer.data;
    await storePicturePurchase(em, registration, { address });
    return port.download(address, signal);
  }
  if (charged === 'no') await storePicturePurchase(em, registration, 'not-charged');
  const isLost = answer.state === 'unavailable' && charged === 'unknown';
  return isLost ? { state: 'lost' } : answer;
}
