import { useQuery } from '@tanstack/react-query';
import {
  answerComplaintCase,
  answerDisputeCase,
  type CaseOutcome,
  listOpenCases,
  type OpenCase,
} from '@ve/contracts/http/admin-complaints';
import { callApi } from '@ve/mfe-kit/api';

/** What is unanswered. Each read is a look that is recorded: only staff's own doing causes one. */
export const useOpenCases = () =>
  useQuery({
    queryKey: ['admin-open-cases'],
    queryFn: ({ signal }) => callApi(listOpenCases, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });

/** Mails an answer; null: only marks it as answered. */
export const sendAnswer = (open: OpenCase, answer: string | null): Promise<CaseOutcome> =>
  open.kind === 'complaint'
    ? callApi(answerComplaintCase, { params: { reference: open.reference }, body: { answer } })
    : callApi(answerDisputeCase, { params: { id: open.id }, body: { answer } });
