import type { PageQuery } from '@ve/contracts/http/admin-page';
import { Link, useSearchParams } from '@ve/mfe-kit/router';
import { Button } from '@ve/ui/button/button';
import { Row } from '@ve/ui/layout/layout';
import { type PageLink, PageLinks } from '@ve/ui/page-links/page-links';
import { Muted } from '@ve/ui/text/text';
import { TextField } from '@ve/ui/field/field';
import { type FormEvent, useState } from 'react';
import { messages } from './messages.en-gb.ts';

/** Where one list of a page stands in the URL. */
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

/** The place of the list, from the URL: the query of its endpoint. `page` is its number, null where none was counted. */
export function useListPlace(): { place: PageQuery; page: number | null } {
  const [params] = useSearchParams();
  const entries = names.flatMap((name) => {
    const value = params.get(name);
    return name === 'page' || value === null ? [] : [[name, value]];
  });
  const number = Number(params.get('page') ?? (entries.length === 0 ? '1' : 'none'));
  return { place: Object.fromEntries(entries) as PageQuery, page: Number.isSafeInteger(number) ? number : null };
}

/** The query string with another place of the list; filters and tabs stay. */
function searchWith(params: URLSearchParams, place: Partial<Record<(typeof names)[number], string>>): string {
  const next = new URLSearchParams(params);
  for (const name of names) next.delete(name);
  for (const [name, value] of Object.entries(place)) next.set(name, value);
  return `?${next.toString()}`;
}

type Place = Parameters<typeof searchWith>[1];
type PlacedLink = PageLink & { place: Place };

/**
 * First and previous, two pages to either side, next and last. A page is reached from the one that is shown, so that the
 * hundred-thousandth costs no more than the first; after a jump to a day pages have no numbers.
 */
function linksOf({ first, last, hasNewer, hasOlder, total, isMore }: Shown, counted: number | null): PlacedLink[] {
  const page = hasNewer ? counted : 1;
  const pages = isMore ? Infinity : Math.max(1, Math.ceil(total / rowsOfPage));
  const newer: PlacedLink[] = [];
  const older: PlacedLink[] = [];
  if (page !== null) {
    for (let step = linksToEachSide; step >= 1; step -= 1) {
      const number = page - step;
      if (first === null || !hasNewer || number < 2) continue;
      newer.push(numbered(number, { before: first, skip: String(step - 1), page: String(number) }));
    }
    for (let step = 1; step <= linksToEachSide; step += 1) {
      const number = page + step;
      if (last === null || !hasOlder || number > pages) continue;
      older.push(numbered(number, { after: last, skip: String(step - 1), page: String(number) }));
    }
  }
  const numberOf = (number: number | null): Place => (number === null ? {} : { page: String(number) });
  const before: Place = { before: first ?? '', ...numberOf(page && page - 1) };
  const after: Place = { after: last ?? '', ...numberOf(page && page + 1) };
  const current = page === null ? [] : [{ ...numbered(page, {}), current: true }];
  const lastPage: Place = pages === Infinity ? { last: 'true' } : { last: 'true', page: String(pages) };
  return [
    ...(hasNewer ? [{ text: messages.first, place: {} }] : []),
    ...(hasNewer && first !== null ? [{ text: messages.newer, place: page === 2 ? {} : before }] : []),
    ...newer,
    ...current,
    ...older,
    ...(hasOlder && last !== null ? [{ text: messages.older, place: after }] : []),
    ...(hasOlder ? [{ text: messages.last, place: lastPage }] : []),
  ];
}

const numbered = (number: number, place: Place): PlacedLink => ({
  text: String(number),
  label: messages.page(number),
  place,
});

interface ListPagesProps {
  /** What the list holds, in lower case: `recent reports`. */
  list: string;
  shown: Shown;
  page: number | null;
}

/** The links to a list's pages, how many rows it has, and a jump to a day. */
export function ListPages({ list, shown, page }: ListPagesProps) {
  const [params, setParams] = useSearchParams();
  const [day, setDay] = useState(params.get('day') ?? '');
  const jump = (event: FormEvent) => {
    event.preventDefault();
    setParams(new URLSearchParams(searchWith(params, day === '' ? {} : { day })));
  };
  return (
    <Row $justify="between" $align="start">
      <div>
        <Muted role="status">{messages.rows(shown.total, shown.isMore)}</Muted>
        <PageLinks
          label={messages.pagesOf(list)}
          links={linksOf(shown, page)}
          link={({ text, place }, attributes) => (
            <Link to={searchWith(params, place)} {...attributes}>
              {text}
            </Link>
          )}
        />
      </div>
      <form onSubmit={jump}>
        <Row $align="baseline">
          <TextField
            label={messages.jump}
            type="date"
            value={day}
            onChange={(event) => {
              setDay(event.target.value);
            }}
          />
          <Button type="submit" variant="secondary">
            {messages.jumpAction}
          </Button>
        </Row>
      </form>
    </Row>
  );
}
