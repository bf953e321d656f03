import { useQuery } from '@tanstack/react-query';
import {
  answerCase,
  assignCase,
  type AssignmentOutcome,
  type CaseAnswer,
  type CaseAssignment,
  caseFilters,
  type CaseOutcome,
  closeCase,
  listCases,
} from '@ve/contracts/http/operations/admin-cases';
import { callApi } from '@ve/mfe-kit/api';
import { useSearchParams } from '@ve/mfe-kit/router';
import { auditedQueryOptions } from '../platform/audited-query.ts';
import { useListFilters } from '../platform/filter-form.tsx';

/** The page of open cases with the filters and at the cursor of the URL. */
export function useCases() {
  const [params] = useSearchParams();
  const after = params.get('after');
  const query = { ...useListFilters(caseFilters), ...(after === null ? {} : { after }) };
  return useQuery({
    queryKey: ['admin-cases', query],
    queryFn: ({ signal }) => callApi(listCases, { query, signal }),
    ...auditedQueryOptions,
  });
}

export const sendAnswer = (reference: string, body: CaseAnswer): Promise<CaseOutcome> =>
  callApi(answerCase, { params: { reference }, body });

export const sendClosing = (reference: string, body: { reason: string; erase: boolean }): Promise<CaseOutcome> =>
  callApi(closeCase, { params: { reference }, body });

export const sendAssignment = (reference: string, body: CaseAssignment): Promise<AssignmentOutcome> =>
  callApi(assignCase, { params: { reference }, body });
