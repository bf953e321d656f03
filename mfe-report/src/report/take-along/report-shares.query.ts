import { useQuery, useQueryClient } from '@tanstack/react-query';
import { addShare, endShare, listShares, type NewShare, type ReportShare } from '@ve/contracts/http/report-shares';
import { callApi, type CallAnswer } from '@ve/mfe-kit/api';

type Shares = CallAnswer<typeof listShares>;

/** The signed-in user's links to this report, and what they do with them. */
export function useReportShares(userId: string, registration: string) {
  const client = useQueryClient();
  const queryKey = ['report-shares', userId, registration] as const;
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(listShares, { params: { registration }, signal }),
    // How often each was opened is of the moment at which the dialog is opened.
    gcTime: 0,
  });
  const change = (to: (shares: ReportShare[]) => ReportShare[]) =>
    client.setQueryData<Shares>(queryKey, (before) =>
      before?.outcome === 'found' ? { ...before, shares: to(before.shares) } : before,
    );
  const add = async (body: NewShare) => {
    const answer = await callApi(addShare, { params: { registration }, body });
    if (answer.outcome === 'made') change((shares) => [answer.share, ...shares]);
    return answer;
  };
  const end = async (id: string) => {
    await callApi(endShare, { params: { id } });
    change((shares) => shares.filter((share) => share.id !== id));
  };
  return { query, add, end };
}
