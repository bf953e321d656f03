import { useSubscription } from '@ve/mfe-kit/subscription';
import { useAccountReports } from './account.query.ts';

/** The car of the membership, else that of the latest report; `undefined` until both are known. */
export function useOwnCarRegistration(userId: string): string | null | undefined {
  const { status, subscription } = useSubscription();
  const { data, error } = useAccountReports(userId);
  if (subscription.registration !== null) return subscription.registration;
  if (status === 'loading' || (data === undefined && error === null)) return undefined;
  return data?.[0]?.registrationNumber ?? null;
}
