import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  listUnsentMailsEndpoint,
  unsentMailFilters,
  type UnsentMailState,
  unsentMailStates,
} from '@ve/contracts/http/operations/admin-mails';
import { callApi } from '@ve/mfe-kit/api';
import { useSearchParams } from '@ve/mfe-kit/router';
import { useListPosition } from '../platform/list-pagination.tsx';
import { auditedQueryOptions } from '../platform/audited-query.ts';

/** The state of unsent mails in the URL. */
export function useUnsentMailState(): UnsentMailState {
  const [params] = useSearchParams();
  return unsentMailStates.find((state) => state === params.get('state')) ?? 'failed';
}

/** The newsletter to whose mails the URL limits the list; null: all mails. */
export function useNewsletterOfUnsentMails(): string | null {
  const [params] = useSearchParams();
  const given = unsentMailFilters.newsletter.safeParse(params.get('newsletter') ?? undefined);
  return given.data ?? null;
}

/** The page of unsent mails at the position in the URL. */
export function useUnsentMails() {
  const { place } = useListPosition();
  const newsletter = useNewsletterOfUnsentMails();
  const query = { ...place, state: useUnsentMailState(), ...(newsletter === null ? {} : { newsletter }) };
  return useQuery({
    queryKey: ['admin-mails', query],
    queryFn: ({ signal }) => callApi(listUnsentMailsEndpoint, { query, signal }),
    placeholderData: keepPreviousData,
    ...auditedQueryOptions,
  });
}
