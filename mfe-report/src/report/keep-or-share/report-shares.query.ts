import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createReportShareEndpoint,
  endReportShareEndpoint,
  listReportSharesEndpoint,
  type NewReportShare,
  type ReportShare,
} from '@ve/contracts/http/report/report-shares';
import { callApi, type CallResponse } from '@ve/mfe-kit/api';

type Shares = CallResponse<typeof listReportSharesEndpoint>;

/** Milliseconds until the next link expires, at least a minute, because the browser's clock may be wrong. */
function untilNextEnd(shares: Shares | undefined): number | false {
  if (shares?.outcome !== 'found' || shares.shares.length === 0) return false;
  const next = Math.min(...shares.shares.map(({ expiresAt }) => Date.parse(expiresAt)));
  // A timer can hold at most 24 days, and a link at most seven.
  return Math.max(60_000, next - Date.now());
}

/** The signed-in user's links to this report, with the calls to create and to revoke them. */
export function useReportShares(userId: string, registration: string) {
  const client = useQueryClient();
  const queryKey = ['report-shares', userId, registration] as const;
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(listReportSharesEndpoint, { params: { registration }, signal }),
    // The view counts must be current whenever the dialog opens.
    gcTime: 0,
    // A link that expires while the dialog is open allows another one.
    refetchInterval: ({ state: { data } }) => untilNextEnd(data),
  });
  const change = (to: (shares: ReportShare[]) => ReportShare[]) =>
    client.setQueryData<Shares>(queryKey, (before) =>
      before?.outcome === 'found' ? { ...before, shares: to(before.shares) } : before,
    );
  const add = async (body: NewReportShare) => {
    const answer = await callApi(createReportShareEndpoint, { params: { registration }, body });
    if (answer.outcome === 'made') change((shares) => [answer.share, ...shares]);
    // Links were created or ended elsewhere: in another tab, or by expiry.
    else await client.invalidateQueries({ queryKey });
    return answer;
  };
  const end = async (id: string) => {
    await callApi(endReportShareEndpoint, { params: { id } });
    change((shares) => shares.filter((share) => share.id !== id));
  };
  return { query, add, end };
}
