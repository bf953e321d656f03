import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listUnsentMails, type UnsentState, unsentStates } from '@ve/contracts/http/operations/admin-mails';
import { callApi } from '@ve/mfe-kit/api';
import { useSearchParams } from '@ve/mfe-kit/router';
import { useListPosition } from '../platform/list-pagination.tsx';
import { auditedQueryOptions } from '../platform/audited-query.ts';

/** Which of the mails that were not sent the URL asks for. */
export function useUnsentState(): UnsentState {
  const [params] = useSearchParams();
  return unsentStates.find((state) => state === params.get('state')) ?? 'failed';
}

/** The page of the mails that were not sent that the URL asks for. */
export function useUnsentMails() {
  const { place } = useListPosition();
  const query = { ...place, state: useUnsentState() };
  return useQuery({
    queryKey: ['admin-mails', query],
    queryFn: ({ signal }) => callApi(listUnsentMails, { query, signal }),
    placeholderData: keepPreviousData,
    ...auditedQueryOptions,
  });
}
