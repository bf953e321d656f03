import { staffListDayRange } from '@ve/contracts/http/kernel/admin-list-page';
import { useLocation, useSearchParams } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Field, Select, TextField } from '@ve/ui/field/field';
import { Grid, Row, Stack } from '@ve/ui/layout/layout';
import { type FormEvent, useState } from 'react';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';
import { readInputFromHistoryState } from './history-input.ts';

/** A filter of a list: a text, a day, or one of several values. */
export interface ListFilter {
  /** The parameter of the URL; for `isAddress` the key in the history's state. */
  name: string;
  isAddress?: boolean;
  label: string;
  hint?: string;
  type?: 'search' | 'date';
  /** The values with their labels; the first is the empty value. */
  choices?: readonly (readonly [string, string])[];
  /** Why the input is invalid; null if it is valid. */
  problemOf?: (typed: string) => string | null;
}

/** Aligns fields with and without a hint. */
const Fields = styled(Grid)`
  align-items: end;
`;

type Values = Readonly<Record<string, string>>;

const valuesIn = (params: URLSearchParams, state: unknown, filters: readonly ListFilter[]): Values =>
  Object.fromEntries(
    filters.map(({ name, isAddress = false }) => [
      name,
      (isAddress ? readInputFromHistoryState(state, name) : params.get(name)) ?? '',
    ]),
  );

const isOffered = (choices: ListFilter['choices'], value: string): boolean =>
  choices === undefined || choices.some(([choice]) => choice === value);

/** Why filters are invalid, by their names. */
const problemsIn = (values: Values, filters: readonly ListFilter[]): Values =>
  Object.fromEntries(
    filters.flatMap(({ name, choices, problemOf }) => {
      const value = (values[name] ?? '').trim();
      if (value === '') return [];
      const problem = isOffered(choices, value) ? (problemOf?.(value) ?? null) : messages.notOffered;
      return problem === null ? [] : [[name, problem]];
    }),
  );

/** A select shows its first choice for a value that it does not offer. */
const shownValues = (values: Values, filters: readonly ListFilter[]): Values =>
  Object.fromEntries(
    filters.map(({ name, choices }) => {
      const value = values[name] ?? '';
      return [name, isOffered(choices, value) ? value : ''];
    }),
  );

type Parsed<Filter> = Filter extends { safeParse: (given: unknown) => infer Result }
  ? NonNullable<Extract<Result, { success: true; data: unknown }>['data']>
  : never;

type Parser = { safeParse: (given: unknown) => { success: boolean; data?: unknown } };

/** The filters of a list in the URL, parsed by those of its endpoint's query. Ignores invalid ones. */
export function useListFilters<Filters extends Readonly<Record<string, Parser>>>(
  filters: Filters,
): { [Name in keyof Filters]?: Parsed<Filters[Name]> } {
  const [params] = useSearchParams();
  const given = Object.entries(filters).flatMap(([name, filter]) => {
    const parsed = filter.safeParse(params.get(name) ?? undefined);
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data]] : [];
  });
  return Object.fromEntries(given) as { [Name in keyof Filters]?: Parsed<Filters[Name]> };
}

interface FilterFormProps {
  label: string;
  filters: readonly ListFilter[];
  /** The page's tab with the list, on pages with tabs. */
  tab?: string;
  /** The label of the button; by default that it filters. */
  action?: string;
}

/**
 * The filters of a list, kept in the URL, except for addresses. Changing them leads to the first page. One of the URL
 * that is invalid is marked, because the list ignores it.
 */
export function ListFilterForm({ label, filters, tab, action = messages.filter }: FilterFormProps) {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const filtered = valuesIn(params, state, filters);
  const shown = JSON.stringify(filtered);
  const [previous, setPrevious] = useState(shown);
  const [values, setValues] = useState(() => shownValues(filtered, filters));
  const [problems, setProblems] = useState(() => problemsIn(filtered, filters));
  // Updates the fields when the filters change by a link of a row or the Back button.
  if (previous !== shown) {
    setPrevious(shown);
    setValues(shownValues(filtered, filters));
    setProblems(problemsIn(filtered, filters));
  }
  const tabParameter = tab === undefined ? [] : [['tab', tab]];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = filters.flatMap((filter) => {
      const value = (values[filter.name] ?? '').trim();
      return value === '' ? [] : [{ ...filter, value }];
    });
    const found = problemsIn(values, filters);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const entriesOf = (addresses: boolean) =>
      given.filter(({ isAddress = false }) => isAddress === addresses).map(({ name, value }) => [name, value]);
    setParams(new URLSearchParams([...tabParameter, ...entriesOf(false)] as [string, string][]), {
      state: Object.fromEntries(entriesOf(true)) as Values,
    });
  };
  const clear = () => {
    setProblems({});
    setValues(valuesIn(new URLSearchParams(), null, filters));
    setParams(new URLSearchParams(tabParameter as [string, string][]));
  };
  const control = (name: string) => ({
    name,
    value: values[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => {
      setValues((before) => ({ ...before, [name]: target.value }));
    },
  });
  return (
    <form role="search" aria-label={label} onSubmit={submit} noValidate>
      <Stack $gap={12}>
        {Object.keys(problemsIn(filtered, filters)).length === 0 ? null : (
          <Banner tone="warn" title={messages.filterIgnored} />
        )}
        <Fields $min="9.5rem" $gap={12}>
          {filters.map(({ name, label: own, hint, type = 'search', choices }) =>
            choices === undefined ? (
              <TextField
                key={name}
                label={own}
                hint={hint}
                error={problems[name]}
                type={type}
                {...(type === 'date' ? staffListDayRange : {})}
                autoComplete="off"
                spellCheck={false}
                {...control(name)}
              />
            ) : (
              <Field key={name} label={own} hint={hint} error={problems[name]}>
                {(attributes) => (
                  <Select {...attributes} {...control(name)}>
                    {choices.map(([value, field]) => (
                      <option key={value} value={value}>
                        {field}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
            ),
          )}
        </Fields>
        <Row>
          <Button type="submit">{action}</Button>
          <Button type="button" variant="secondary" onClick={clear}>
            {messages.clear}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
