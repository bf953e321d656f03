import {
  type StaffListPageQuery,
  staffListPageQuerySchema,
  staffListDayRange,
} from '@ve/contracts/http/kernel/admin-list-page';
import { Link, useLocation, useSearchParams } from '@ve/mfe-kit/router';
import { Button } from '@ve/ui/button/button';
import { Row } from '@ve/ui/layout/layout';
import { type PaginationLink, Pagination } from '@ve/ui/pagination/pagination';
import { MutedText, Text } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { TextField } from '@ve/ui/field/field';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

/** The parameters of the URL that hold the position of a list. */
const names = ['after', 'before', 'skip', 'last', 'day', 'page'] as const;

const rowsOfPage = 10;
const linksToEachSide = 2;

interface Shown {
  first: string | null;
  last: string | null;
  hasNewer: boolean;
  hasOlder: boolean;
  total: number;
  isMore: boolean;
}

type Place = Partial<Record<(typeof names)[number], string>>;

const placeIn = (params: URLSearchParams): Place =>
  Object.fromEntries([...params].filter(([name]) => names.some((each) => each === name)));

/**
 * The position of the list in the URL, as the query of its endpoint. `page` is its number, null if it was not counted.
 * An invalid position is the first page.
 */
export function useListPosition(): { place: StaffListPageQuery; page: number | null } {
  const [params] = useSearchParams();
  const parsed = staffListPageQuerySchema.safeParse(placeIn(params));
  const place = parsed.success ? parsed.data : {};
  if (Object.keys(place).length === 0) return { place, page: 1 };
  const number = Number(params.get('page') ?? 0);
  return { place, page: Number.isSafeInteger(number) && number > 0 ? number : null };
}

/** The query string with another position of the list; keeps filters and tabs. */
function searchWith(params: URLSearchParams, place: Place): string {
  const next = new URLSearchParams(params);
  for (const name of names) next.delete(name);
  for (const [name, value] of Object.entries(place)) next.set(name, value);
  return `?${next.toString()}`;
}

type PlacedLink = PaginationLink & { place: Place };

/**
 * First and previous, two pages to either side, next and last. A page is reached from the current one by keyset, so
 * that the hundred-thousandth costs no more than the first; after a jump to a day pages have no numbers.
 */
function linksOf(
  { first, last, hasNewer, hasOlder, total, isMore }: Shown,
  counted: number | null,
  here: Place,
): PlacedLink[] {
  const beginning: PlacedLink = { text: messages.first, place: {} };
  // A page without rows has no next one: they were deleted, or there are none beyond a day.
  if (first === null || last === null) return hasNewer || hasOlder ? [beginning] : [];
  const page = hasNewer ? counted : 1;
  const numberOf = (number: number | null): Place => (number === null ? {} : { page: String(number) });
  const newerPlace: Place = page === 2 ? {} : { before: first, ...numberOf(page && page - 1) };
  const olderPlace: Place = { after: last, ...numberOf(page && page + 1) };
  // The total may be a minute old: there is at least one more page.
  const pages = page !== null && hasOlder ? Math.max(Math.ceil(total / rowsOfPage), page + 1) : Infinity;
  const lastPlace: Place = { last: 'true', ...numberOf(isMore || pages === Infinity ? null : pages) };
  const step = (by: number, cursor: Place): PlacedLink[] => {
    if (page === null || page + by < 2 || page + by > pages) return [];
    return [numbered(page + by, { ...cursor, skip: String(Math.abs(by) - 1), page: String(page + by) })];
  };
  const steps = Array.from({ length: linksToEachSide }, (_, index) => index + 1);
  return [
    ...(hasNewer ? [beginning, { text: messages.newer, place: newerPlace }] : []),
    ...(hasNewer ? steps.toReversed().flatMap((by) => step(-by, { before: first })) : []),
    ...(page === null ? [] : [{ ...numbered(page, here), current: true }]),
    ...(hasOlder ? steps.flatMap((by) => step(by, { after: last })) : []),
    ...(hasOlder
      ? [
          { text: messages.older, place: olderPlace },
          { text: messages.last, place: lastPlace },
        ]
      : []),
  ];
}

const numbered = (number: number, place: Place): PlacedLink => ({
  text: String(number),
  label: messages.page(number),
  place,
});

interface ListPaginationProps {
  /** The content of the list, in lower case: `recent reports`. */
  list: string;
  shown: Shown;
  page: number | null;
}

const Jump = styled.form`
  display: flex;
  align-items: end;
  gap: ${space[8]};
`;

const shownDay = (params: URLSearchParams): string => params.get('day') ?? '';

function DayJump() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const [day, setDay] = useState(shownDay(params));
  const jump = (event: FormEvent) => {
    event.preventDefault();
    setParams(new URLSearchParams(searchWith(params, day === '' ? {} : { day })), { state });
  };
  return (
    <Jump onSubmit={jump}>
      <TextField
        label={messages.jump}
        type="date"
        {...staffListDayRange}
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      <Button type="submit" variant="secondary">
        {messages.jumpAction}
      </Button>
    </Jump>
  );
}

export function ListPagination({ list, shown, page }: ListPaginationProps) {
  const [params] = useSearchParams();
  // The search term, for lists that keep it in the history's state.
  const { state } = useLocation() as { state: unknown };
  const place = useRef<HTMLDivElement>(null);
  const followed = useRef(false);
  // The link that was followed may be removed with the focus: then the links of the new page take it.
  useEffect(() => {
    if (followed.current && document.activeElement === document.body) place.current?.focus();
    followed.current = false;
  }, [shown]);
  return (
    <Row $justify="between" $align="start">
      <div
        ref={place}
        tabIndex={-1}
        onClick={({ target }) => {
          followed.current = target instanceof HTMLAnchorElement;
        }}
      >
        {shown.first === null ? <Text>{messages.noRows}</Text> : null}
        <MutedText role="status">{messages.rows(shown.total, shown.isMore)}</MutedText>
        <Pagination
          label={messages.pagesOf(list)}
          links={linksOf(shown, page, placeIn(params))}
          link={({ text, place }, attributes) => (
            <Link to={searchWith(params, place)} state={state} {...attributes}>
              {text}
            </Link>
          )}
        />
      </div>
      {/* Resets the input for each page. */}
      <DayJump key={shownDay(params)} />
    </Row>
  );
}
