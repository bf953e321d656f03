import { useQuery } from '@tanstack/react-query';
import {
  answerComplaintCase,
  answerDisputeCase,
  type CaseAnswer,
  type CaseOutcome,
  listOpenCases,
  type OpenCase,
} from '@ve/contracts/http/operations/admin-complaints';
import { callApi } from '@ve/mfe-kit/api';
import { auditedQueryOptions } from '../platform/audited-query.ts';

/** The unanswered complaints and disputes. */
export const useOpenCases = () =>
  useQuery({
    queryKey: ['admin-open-cases'],
    queryFn: ({ signal }) => callApi(listOpenCases, { signal }),
    ...auditedQueryOptions,
  });

export const sendAnswer = (open: OpenCase, body: CaseAnswer): Promise<CaseOutcome> =>
  open.kind === 'complaint'
    ? callApi(answerComplaintCase, { params: { reference: open.reference }, body })
    : callApi(answerDisputeCase, { params: { id: open.id }, body });
