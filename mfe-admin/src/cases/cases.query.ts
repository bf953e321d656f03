import { useQuery } from '@tanstack/react-query';
import {
  answerCaseEndpoint,
  assignCaseEndpoint,
  type CaseAssignmentOutcome,
  type CaseAnswer,
  type CaseAssignment,
  caseFilters,
  type CaseEndingOutcome,
  closeCaseEndpoint,
  listCasesEndpoint,
} from '@ve/contracts/http/operations/admin-cases';
import { callApi } from '@ve/mfe-kit/api';
import { useSearchParams } from '@ve/mfe-kit/router';
import { auditedQueryOptions } from '../platform/audited-query.ts';
import { useListFilters } from '../platform/list-filter-form.tsx';

/** Whether the URL has a filter that no case can match, such as a mistyped reference. */
export const useHasImpossibleCaseFilter = (): boolean => {
  const [params] = useSearchParams();
  return Object.entries(caseFilters).some(([name, filter]) => {
    const given = params.get(name) ?? '';
    return given !== '' && !filter.safeParse(given).success;
  });
};

/** The page of open cases with the filters and at the cursor of the URL. */
export function useOpenCases({ enabled }: { enabled: boolean }) {
  const [params] = useSearchParams();
  const after = params.get('after');
  const query = { ...useListFilters(caseFilters), ...(after === null ? {} : { after }) };
  return useQuery({
    queryKey: ['admin-cases', query],
    queryFn: ({ signal }) => callApi(listCasesEndpoint, { query, signal }),
    ...auditedQueryOptions,
    enabled,
  });
}

export const sendCaseAnswer = (reference: string, body: CaseAnswer): Promise<CaseEndingOutcome> =>
  callApi(answerCaseEndpoint, { params: { reference }, body });

export const sendCaseClosing = (
  reference: string,
  body: { reason: string; erase: boolean },
): Promise<CaseEndingOutcome> => callApi(closeCaseEndpoint, { params: { reference }, body });

export const sendCaseAssignment = (reference: string, body: CaseAssignment): Promise<CaseAssignmentOutcome> =>
  callApi(assignCaseEndpoint, { params: { reference }, body });
