import { latestPlausibleInstant } from '../kernel/time/clock-skew.ts';

/** Whether a link that was created then is still valid. One created before the clock was set back is not. */
export const isWithinLifetime = (createdAt: Date, lifetimeMs: number, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < lifetimeMs && createdAt <= latestPlausibleInstant(now);

/** The state of a mailed link that is redeemed once. */
export const mailedLinkState = (
  { createdAt, expiresAt, usedAt }: { createdAt: Date; expiresAt: Date; usedAt: Date | null },
  now: Date,
): 'valid' | 'expired' | 'used' => {
  if (usedAt !== null) return 'used';
  return isWithinLifetime(createdAt, expiresAt.getTime() - createdAt.getTime(), now) ? 'valid' : 'expired';
};
