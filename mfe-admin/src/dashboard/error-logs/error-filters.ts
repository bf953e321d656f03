import { errorGroupStates } from '@ve/contracts/http/operations/admin-error-logs';
import { searchTerm } from '@ve/contracts/http/kernel/admin-list-page';
import { errorTypes } from '@ve/contracts/http/jobs/error-logs';
import type { Filter } from '../../platform/filter-form.tsx';
import { searchProblem } from '../../platform/search-problem.ts';
import { messages } from './messages.en-gb.ts';

export interface ErrorFilter {
  search?: string;
  state: (typeof errorGroupStates)[number];
  type?: (typeof errorTypes)[number];
}

const memberOf = <T extends string>(all: readonly T[], value: string | null): T | undefined =>
  all.find((each) => each === value);

/** The filters in the URL, without invalid ones. */
export function readFilter(params: URLSearchParams): ErrorFilter {
  const search = searchTerm.safeParse(params.get('search') ?? '');
  const type = memberOf(errorTypes, params.get('type'));
  return {
    ...(search.success ? { search: search.data } : {}),
    state: memberOf(errorGroupStates, params.get('state')) ?? 'open',
    ...(type === undefined ? {} : { type }),
  };
}

/** Only open errors are shown by default. */
export const errorFilters: readonly Filter[] = [
  { name: 'search', label: messages.search, hint: messages.searchHint, problemOf: searchProblem },
  {
    name: 'state',
    label: messages.state,
    choices: errorGroupStates.map((state) => [state === 'open' ? '' : state, messages.states[state]]),
  },
  {
    name: 'type',
    label: messages.type,
    choices: [['', messages.anyType], ...errorTypes.map((type) => [type, type] as const)],
  },
];
