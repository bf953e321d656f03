import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { renderPage } from '@ve/mfe-kit/testing';
import { ListPagination, useListPosition } from './list-pagination.tsx';

interface Given {
  first?: string | null;
  last?: string | null;
  hasNewer?: boolean;
  hasOlder?: boolean;
  total?: number;
  isMore?: boolean;
}

function List({ given }: { given: Given }) {
  const { place, page } = useListPosition();
  const shown = { first: 'F', last: 'L', hasNewer: false, hasOlder: false, total: 100, isMore: false, ...given };
  return (
    <>
      <code>{JSON.stringify({ place, page })}</code>
      <ListPagination list="users" shown={shown} page={page} />
    </>
  );
}

const open = (query: string, given: Given = {}) => renderPage(<List given={given} />, { path: `/admin${query}` });
const links = () =>
  screen.queryAllByRole('link').map((link) => {
    const { search } = new URL(link.getAttribute('href') ?? '', 'https://x');
    const current = link.getAttribute('aria-current') === 'page' ? '*' : '';
    return `${current}${link.textContent} ${search}`;
  });
const read = () => JSON.parse(document.querySelector('code')?.textContent ?? '') as unknown;

describe('the links', () => {
  test('of the first page lead to the next two, and to the last', () => {
    open('?tab=users', { hasOlder: true });
    expect(links()).toEqual([
      '*1 ?tab=users',
      '2 ?tab=users&after=L&skip=0&page=2',
      '3 ?tab=users&after=L&skip=1&page=3',
      'Older ?tab=users&after=L&page=2',
      'Last ?tab=users&last=true&page=10',
    ]);
  });

  test('of a page in the middle lead two to either side', () => {
    open('?tab=users&after=C&page=5', { hasNewer: true, hasOlder: true });
    expect(links()).toEqual([
      'First ?tab=users',
      'Newer ?tab=users&before=F&page=4',
      '3 ?tab=users&before=F&skip=1&page=3',
      '4 ?tab=users&before=F&skip=0&page=4',
      '*5 ?tab=users&after=C&page=5',
      '6 ?tab=users&after=L&skip=0&page=6',
      '7 ?tab=users&after=L&skip=1&page=7',
      'Older ?tab=users&after=L&page=6',
      'Last ?tab=users&last=true&page=10',
    ]);
    expect(screen.getByRole('link', { name: 'Page 5' })).toHaveAttribute('aria-current', 'page');
  });

  test('of the second page lead back to the first by its own address', () => {
    open('?after=C&page=2', { hasNewer: true, hasOlder: true });
    expect(links().slice(0, 3)).toEqual(['First ', 'Newer ', '*2 ?after=C&page=2']);
  });

  test('of the last page lead back only', () => {
    open('?last=true&page=10', { hasNewer: true });
    expect(links()).toEqual([
      'First ',
      'Newer ?before=F&page=9',
      '8 ?before=F&skip=1&page=8',
      '9 ?before=F&skip=0&page=9',
      '*10 ?last=true&page=10',
    ]);
  });

  test('have no numbers after a jump to a day', () => {
    open('?day=2026-03-01', { hasNewer: true, hasOlder: true });
    expect(links()).toEqual(['First ', 'Newer ?before=F', 'Older ?after=L', 'Last ?last=true']);
  });

  test('count one more page for a list that has grown since its total was counted', () => {
    open('?after=C&page=10', { hasNewer: true, hasOlder: true });
    expect(links().slice(4)).toEqual([
      '*10 ?after=C&page=10',
      '11 ?after=L&skip=0&page=11',
      'Older ?after=L&page=11',
      'Last ?last=true&page=11',
    ]);
  });

  test('show no number for the last page of a search that was not counted completely', () => {
    open('?search=dana', { hasOlder: true, total: 1_000, isMore: true });
    expect(links().at(-1)).toBe('Last ?search=dana&last=true');
    expect(screen.getByRole('status')).toHaveTextContent('More than 1,000 in all');
  });

  test('are absent for a single page', () => {
    open('', { total: 3 });
    expect(links()).toEqual([]);
    expect(screen.getByRole('status')).toHaveTextContent('3 in all');
  });

  test('of a page whose rows were deleted lead only to the first', () => {
    open('?before=C&page=3', { first: null, last: null, hasOlder: true });
    expect(links()).toEqual(['First ']);
    expect(screen.getByText('This page is now empty.')).toBeInTheDocument();
  });

  test('number a page without newer rows 1', () => {
    open('?before=C&page=7', { hasOlder: true });
    expect(links()[0]).toBe('*1 ?before=C&page=7');
  });
});

describe('the position', () => {
  test.each([
    ['', { place: {}, page: 1 }],
    ['?page=7', { place: {}, page: 1 }],
    ['?after=abc&skip=2&page=7', { place: { after: 'abc', skip: '2' }, page: 7 }],
    ['?last=true', { place: { last: 'true' }, page: null }],
    ['?after=abc&page=-5', { place: { after: 'abc' }, page: null }],
    ['?after=abc&page=1e99', { place: { after: 'abc' }, page: null }],
    ['?after=<script>', { place: {}, page: 1 }],
    ['?skip=99&after=abc', { place: {}, page: 1 }],
    ['?day=2026-02-30', { place: {}, page: 1 }],
  ])('of %s is %j', (query, expected) => {
    open(query);
    expect(read()).toEqual(expected);
  });
});

describe('the jump to a day', () => {
  test('keeps the filters, and resets the position', async () => {
    const { user, address } = open('?tab=reports&state=failed&after=C&page=5', { hasNewer: true });
    fireEvent.change(screen.getByLabelText('Go to a day'), { target: { value: '2026-03-01' } });
    await user.click(screen.getByRole('button', { name: 'Go' }));
    expect(address()).toBe('/admin?tab=reports&state=failed&day=2026-03-01');
  });

  test('shows the day that it led to, and no day after another link', async () => {
    const { user } = open('?day=2026-03-01', { hasNewer: true, hasOlder: true });
    expect(screen.getByLabelText('Go to a day')).toHaveValue('2026-03-01');
    await user.click(within(screen.getByRole('navigation')).getByRole('link', { name: 'First' }));
    expect(screen.getByLabelText('Go to a day')).toHaveValue('');
  });
});
