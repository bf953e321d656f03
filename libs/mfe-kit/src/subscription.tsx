import { type QueryClient, useQuery } from '@tanstack/react-query';
import { readSubscriptionEndpoint, type Subscription } from '@ve/contracts/http/membership/subscription';
import { membershipOffer } from '@ve/domain/membership/offer';
import { useEffect } from 'react';
import { callApi } from './api.tsx';
import { reportError } from './report-errors.tsx';
import { useSession } from './session.tsx';

/** The subscription of a user without a membership, and of a visitor. */
export const withoutMembership: Subscription = {
  subscribed: false,
  subscriptionTier: null,
  credits: 0,
  state: 'none',
  registration: null,
  paidUntil: null,
  nextCharge: null,
  nextCheck: null,
  payNow: null,
  monthlyPence: membershipOffer.membership.pence,
  changes: [],
  endsAt: null,
  card: null,
  paymentProblem: null,
  ifCancelled: null,
  cancellation: null,
};

export interface SubscriptionState {
  /** `error`: it could not be read; `subscription` is then the last one known. */
  status: 'loading' | 'ready' | 'error';
  subscription: Subscription;
  /** Refetches it; resolves when that is done, also when it failed. */
  refresh: () => Promise<void>;
  refreshing: boolean;
}

const queryKey = 'subscription';

/** The signed-in user's membership: refreshed every minute, stale after half of one, retried twice (section 7). */
export function useSubscription(): SubscriptionState {
  const session = useSession();
  const userId = session.user?.id ?? null;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [queryKey, userId],
    queryFn: ({ signal }) => callApi(readSubscriptionEndpoint, { signal }),
    enabled: userId !== null,
    refetchInterval: 60_000,
    staleTime: 30_000,
    retry: 2,
  });
  useEffect(() => {
    if (error !== null) reportError(error, { type: 'JavaScript Error', componentName: 'useSubscription' });
  }, [error]);

  const refresh = async () => {
    if (userId !== null) await refetch();
  };
  const signedOut = userId === null;
  const reading = signedOut ? session.status === 'loading' : data === undefined && error === null;
  const failed = signedOut ? session.status === 'error' : error !== null;
  return {
    status: failed ? 'error' : reading ? 'loading' : 'ready',
    subscription: (signedOut ? undefined : data) ?? withoutMembership,
    refresh,
    refreshing: isFetching,
  };
}

/**
 * When the membership is refetched after an event, in milliseconds (specification section 9). A full check has used or
 * returned its credit before the page is notified.
 */
const refetchDelays = { 'sign-in': [1_000], 'sign-up': [0, 2_000, 5_000], 'full-check': [0] } as const;

/** Refetches the membership, repeatedly while the effect of the event may not have arrived. */
export function refetchSubscription(client: QueryClient, after: keyof typeof refetchDelays): void {
  for (const delay of refetchDelays[after]) {
    setTimeout(() => void client.invalidateQueries({ queryKey: [queryKey] }), delay);
  }
}
