import type { EntityManager } from '@mikro-orm/postgresql';
import { cancellationCodeMinutes, maxCancellationCodeGuesses } from '@ve/contracts/http/membership/cancellation';
import { readSharedSecret } from '@ve/data/jobs/limit/secret.repository';
import {
  countWrongCancellationCode,
  isCancellationGrantValid,
  lockValidCancellationCodes,
  markCancellationCodeUsed,
  setCancellationCodeHash,
} from '@ve/data/membership/cancellation-request/cancellation-code.repository';
import { sixDigitCodeHash, sixDigitCodeOf } from '../../kernel/secret-token.ts';

/** How long a code is valid after it was requested, in milliseconds. */
export const cancellationCodeMs = cancellationCodeMinutes * 60_000;
/** How long the browser that entered a code needs no other, in milliseconds. */
export const cancellationGrantMs = 30 * 60_000;
/** After wrong guesses in other browsers a code is accepted only in the browser that requested it. */
const guesses = { own: maxCancellationCodeGuesses, others: 3 };

/** Returns the six digits of a request and makes them valid; the table holds only their hash. */
export const issueCancellationCode = async (em: EntityManager, id: string): Promise<string> => {
  const key = await codeKey(em);
  const code = sixDigitCodeOf(id, key);
  await setCancellationCodeHash(em, id, sixDigitCodeHash(id, code, key));
  return code;
};

/**
 * Redeems the code of an address once, and stores the hash of the grant for its browser. False for a wrong, expired or
 * used code, or after too many guesses. A wrong guess counts against every valid code of the address; guesses in other
 * browsers than the one that requested the code are counted separately, so that they do not use up its owner's.
 */
export const redeemCancellationCode = async (
  em: EntityManager,
  { email, code, browserHash, grantHash }: { email: string; code: string; browserHash: string; grantHash: string },
  now: Date,
): Promise<boolean> => {
  const key = await codeKey(em);
  const since = new Date(now.getTime() - cancellationCodeMs);
  const valid = await lockValidCancellationCodes(em, { email, browserHash, since, guesses }, now);
  const right = valid.find(({ id, codeHash }) => codeHash === sixDigitCodeHash(id, code, key));
  if (right === undefined) {
    // Executed for unknown addresses as well, so that both cases cost the same statements.
    await countWrongCancellationCode(em, { ids: valid.map(({ id }) => id), browserHash });
    return false;
  }
  await markCancellationCodeUsed(em, { id: right.id, grantHash }, now);
  return true;
};

/** Whether this grant currently lets its browser see and cancel the subscription of this address. */
export const isCancellationBrowserGranted = (
  em: EntityManager,
  grant: { email: string; grantHash: string },
  now: Date,
): Promise<boolean> =>
  isCancellationGrantValid(em, { ...grant, since: new Date(now.getTime() - cancellationGrantMs) }, now);

const codeKey = (em: EntityManager): Promise<string> => readSharedSecret(em, 'cancellation-code');
