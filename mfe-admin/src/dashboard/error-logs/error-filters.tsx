import { errorGroupStates } from '@ve/contracts/http/admin-error-logs';
import { searchTerm } from '@ve/contracts/http/admin-page';
import { errorTypes } from '@ve/contracts/http/error-logs';
import { Link, useSearchParams } from '@ve/mfe-kit/router';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Field, Select, TextField } from '@ve/ui/field/field';
import { media, space } from '@ve/ui/theme/theme';
import { type FormEvent, useState } from 'react';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

type State = (typeof errorGroupStates)[number];
type ErrorType = (typeof errorTypes)[number];

export interface ErrorFilter {
  search?: string;
  state: State;
  type?: ErrorType;
}

const memberOf = <T extends string>(all: readonly T[], value: string | null): T | undefined =>
  all.find((each) => each === value);

/** The filter in the URL; what is none is left out. */
export function readFilter(params: URLSearchParams): ErrorFilter {
  const search = searchTerm.safeParse(params.get('search') ?? '');
  const type = memberOf(errorTypes, params.get('type'));
  return {
    ...(search.success ? { search: search.data } : {}),
    state: memberOf(errorGroupStates, params.get('state')) ?? 'open',
    ...(type === undefined ? {} : { type }),
  };
}

/** The URL's query for a filter: from its first page. */
const withFilter = ({ search, state, type }: ErrorFilter): Record<string, string> => ({
  tab: 'errors',
  ...(search === undefined ? {} : { search }),
  ...(state === 'open' ? {} : { state }),
  ...(type === undefined ? {} : { type }),
});

const Filters = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: ${space[12]};
  & > form {
    flex: 1 1 22rem;
  }
  & > div {
    flex: 0 1 12rem;
  }
  ${media.phone} {
    & > div {
      flex: 1 1 8rem;
    }
  }
`;

const Search = styled.form`
  display: flex;
  align-items: end;
  gap: ${space[8]};
  & > :first-child {
    flex: 1 1 auto;
    min-width: 0;
  }
`;

/** Why a search cannot be made; undefined for one that can, and for none. */
function whyNot(typed: string): string | undefined {
  const { length } = typed.trim();
  if (length === 0 || searchTerm.safeParse(typed).success) return undefined;
  if (length < 3) return messages.searchTooShort;
  return length > 200 ? messages.searchTooLong : messages.searchWrong;
}

interface SearchProps {
  search: string;
  onSearch: (search: string) => void;
}

function MessageSearch({ search, onSearch }: SearchProps) {
  const [typed, setTyped] = useState(search);
  const [wrong, setWrong] = useState<string>();
  const send = (event: FormEvent) => {
    event.preventDefault();
    const why = whyNot(typed);
    setWrong(why);
    if (why === undefined) onSearch(typed.trim());
  };
  return (
    <Search role="search" onSubmit={send} noValidate>
      <TextField
        label={messages.search}
        hint={messages.searchHint}
        type="search"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={wrong}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" variant="secondary">
        {messages.searchAction}
      </Button>
    </Search>
  );
}

/** Search and filters of the errors; all of it is in the URL. */
export function ErrorFilters() {
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const set = (changes: { [Name in keyof ErrorFilter]?: ErrorFilter[Name] | undefined }) => {
    const { search, state, type } = { ...filter, ...changes };
    setParams(
      withFilter({
        ...(search === undefined || search === '' ? {} : { search }),
        state: state ?? 'open',
        ...(type === undefined ? {} : { type }),
      }),
    );
  };
  const { search = '' } = filter;
  const isFiltered = Object.keys(withFilter(filter)).length > 1;
  return (
    <Filters>
      <MessageSearch key={search} search={search} onSearch={(term) => set({ search: term })} />
      <Field label={messages.state}>
        {(control) => (
          <Select
            {...control}
            value={filter.state}
            onChange={({ target }) => set({ state: memberOf(errorGroupStates, target.value) })}
          >
            {errorGroupStates.map((state) => (
              <option key={state} value={state}>
                {messages.states[state]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={messages.type}>
        {(control) => (
          <Select
            {...control}
            value={filter.type ?? ''}
            onChange={({ target }) => set({ type: memberOf(errorTypes, target.value) })}
          >
            <option value="">{messages.anyType}</option>
            {errorTypes.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </Select>
        )}
      </Field>
      {isFiltered ? (
        <ButtonLink as={Link} to="?tab=errors" $variant="quiet">
          {messages.clear}
        </ButtonLink>
      ) : null}
    </Filters>
  );
}
