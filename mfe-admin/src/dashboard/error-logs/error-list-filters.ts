import { errorGroupStates } from '@ve/contracts/http/operations/admin-error-logs';
import { staffSearchTermField } from '@ve/contracts/http/kernel/admin-list-page';
import { errorLogTypes } from '@ve/contracts/http/jobs/error-logs';
import type { ListFilter } from '../../platform/list-filter-form.tsx';
import { findSearchTermProblem } from '../../platform/find-search-term-problem.ts';
import { messages } from './messages.en-gb.ts';

export interface ErrorListFilter {
  search?: string;
  state: (typeof errorGroupStates)[number];
  type?: (typeof errorLogTypes)[number];
}

const memberOf = <T extends string>(all: readonly T[], value: string | null): T | undefined =>
  all.find((each) => each === value);

/** The filters in the URL, without invalid ones. */
export function readErrorFilter(params: URLSearchParams): ErrorListFilter {
  const search = staffSearchTermField.safeParse(params.get('search') ?? '');
  const type = memberOf(errorLogTypes, params.get('type'));
  return {
    ...(search.success ? { search: search.data } : {}),
    state: memberOf(errorGroupStates, params.get('state')) ?? 'open',
    ...(type === undefined ? {} : { type }),
  };
}

/** Only open errors are shown by default. */
export const errorListFilters: readonly ListFilter[] = [
  { name: 'search', label: messages.search, hint: messages.searchHint, problemOf: findSearchTermProblem },
  {
    name: 'state',
    label: messages.state,
    choices: errorGroupStates.map((state) => [state === 'open' ? '' : state, messages.states[state]]),
  },
  {
    name: 'type',
    label: messages.type,
    choices: [['', messages.anyType], ...errorLogTypes.map((type) => [type, type] as const)],
  },
];
