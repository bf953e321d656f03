import { emailChangeLinkLifetimeMs } from './lifetimes.ts';
import { isWithinLifetime } from './mailed-link.ts';

/** A change of address that both addresses confirm. */
export interface EmailChange {
  oldConfirmedAt: Date | null;
  newConfirmedAt: Date | null;
  createdAt: Date;
  /** When it took effect or was ended. */
  finishedAt: Date | null;
}

/** Whether a change can still be confirmed. */
export const isEmailChangeOpen = (
  { createdAt, finishedAt }: Pick<EmailChange, 'createdAt' | 'finishedAt'>,
  now: Date,
): boolean => finishedAt === null && isWithinLifetime(createdAt, emailChangeLinkLifetimeMs, now);

/**
 * The state of the link that was mailed to one side. `confirmed`: by this link, but not yet by the other address.
 * `changed`: by both, and the change has taken effect.
 */
export const emailChangeLinkState = (
  change: EmailChange & { side: 'old' | 'new' },
  now: Date,
): 'open' | 'confirmed' | 'changed' | 'ended' => {
  const { side, oldConfirmedAt, newConfirmedAt } = change;
  if (oldConfirmedAt !== null && newConfirmedAt !== null) return 'changed';
  if (!isEmailChangeOpen(change, now)) return 'ended';
  return (side === 'old' ? oldConfirmedAt : newConfirmedAt) === null ? 'open' : 'confirmed';
};
