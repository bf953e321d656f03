import { useQuery } from '@tanstack/react-query';
import {
  answerCase,
  assignCase,
  type AssignmentOutcome,
  type CaseAnswer,
  type CaseAssignment,
  caseFilters,
  type CaseEndAnswer,
  closeCase,
  listCases,
} from '@ve/contracts/http/operations/admin-cases';
import { callApi } from '@ve/mfe-kit/api';
import { useSearchParams } from '@ve/mfe-kit/router';
import { auditedQueryOptions } from '../platform/audited-query.ts';
import { useListFilters } from '../platform/list-filter-form.tsx';

/** The page of open cases with the filters and at the cursor of the URL. */
export function useOpenCases() {
  const [params] = useSearchParams();
  const after = params.get('after');
  const query = { ...useListFilters(caseFilters), ...(after === null ? {} : { after }) };
  return useQuery({
    queryKey: ['admin-cases', query],
    queryFn: ({ signal }) => callApi(listCases, { query, signal }),
    ...auditedQueryOptions,
  });
}

export const sendCaseAnswer = (reference: string, body: CaseAnswer): Promise<CaseEndAnswer> =>
  callApi(answerCase, { params: { reference }, body });

export const sendCaseClosing = (reference: string, body: { reason: string; erase: boolean }): Promise<CaseEndAnswer> =>
  callApi(closeCase, { params: { reference }, body });

export const sendCaseAssignment = (reference: string, body: CaseAssignment): Promise<AssignmentOutcome> =>
  callApi(assignCase, { params: { reference }, body });
