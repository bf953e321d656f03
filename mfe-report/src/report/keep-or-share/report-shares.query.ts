import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  addShare,
  endShare,
  listShares,
  type NewShare,
  type ReportShare,
} from '@ve/contracts/http/report/report-shares';
import { callApi, type CallResponse } from '@ve/mfe-kit/api';

type Shares = CallResponse<typeof listShares>;

/** Milliseconds until the next link ends, by the browser's clock, which may be wrong: not more often than each minute. */
function untilNextEnd(shares: Shares | undefined): number | false {
  if (shares?.outcome !== 'found' || shares.shares.length === 0) return false;
  const next = Math.min(...shares.shares.map(({ expiresAt }) => Date.parse(expiresAt)));
  // A timer holds no more than 24 days, and a link no more than seven.
  return Math.max(60_000, next - Date.now());
}

/** The signed-in user's links to this report, and what they do with them. */
export function useReportShares(userId: string, registration: string) {
  const client = useQueryClient();
  const queryKey = ['report-shares', userId, registration] as const;
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(listShares, { params: { registration }, signal }),
    // How often each was opened is of the moment at which the dialog is opened.
    gcTime: 0,
    // One that ends while the dialog is open makes room for another.
    refetchInterval: ({ state: { data } }) => untilNextEnd(data),
  });
  const change = (to: (shares: ReportShare[]) => ReportShare[]) =>
    client.setQueryData<Shares>(queryKey, (before) =>
      before?.outcome === 'found' ? { ...before, shares: to(before.shares) } : before,
    );
  const add = async (body: NewShare) => {
    const answer = await callApi(addShare, { params: { registration }, body });
    if (answer.outcome === 'made') change((shares) => [answer.share, ...shares]);
    // Others were made or ended elsewhere: in another tab, or by time.
    else await client.invalidateQueries({ queryKey });
    return answer;
  };
  const end = async (id: string) => {
    await callApi(endShare, { params: { id } });
    change((shares) => shares.filter((share) => share.id !== id));
  };
  return { query, add, end };
}
