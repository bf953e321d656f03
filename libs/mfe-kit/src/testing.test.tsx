import { expect, jest, test } from '@jest/globals';
import { useQueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { PageTitle } from './page-title.tsx';
import { Link, useParams, useSearchParams } from './router.tsx';
import { useSession } from './session.tsx';
import { Slot, SlotProvider } from './slot.tsx';
import { renderPage, signedInSession } from './testing.tsx';

function Page() {
  const { id } = useParams();
  const [search] = useSearchParams();
  const { user } = useSession();
  return (
    <main>
      <PageTitle title="Trial page" />
      <p>{`${id ?? '-'} ${search.get('q') ?? '-'} ${user?.email ?? 'visitor'}`}</p>
      <Link to="/elsewhere?x=1">Go</Link>
    </main>
  );
}

test('renders a page at its path with parameters, session and title', async () => {
  const page = renderPage(<Page />, {
    path: '/blog/4?q=two',
    route: '/blog/:id',
    session: signedInSession({ email: 'a@example.com' }),
    routes: { '/elsewhere': <h1>Elsewhere</h1> },
  });
  expect(screen.getByText('4 two a@example.com')).toBeVisible();
  expect(document.title).toBe('Trial page - Vehicle Enquiry');
  await page.user.click(screen.getByRole('link', { name: 'Go' }));
  expect(await screen.findByRole('heading', { name: 'Elsewhere' })).toBeVisible();
  expect(page.address()).toBe('/elsewhere?x=1');
});

test('a page that uses queries fails without them, as it does in the product', () => {
  const Asks = () => <p>{String(useQueryClient() !== null)}</p>;
  const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => renderPage(<Asks />)).toThrow('No QueryClient set');
  error.mockRestore();
  renderPage(<Asks />, { queries: true });
  expect(screen.getByText('true')).toBeVisible();
});

test('a slot is empty standalone and filled by a host', () => {
  const slot = <Slot name="report.after-checks/v1" props={{ registration: 'AB12CDE' }} />;
  const alone = renderPage(slot);
  expect(alone.container).toBeEmptyDOMElement();
  renderPage(<SlotProvider render={(place) => <p>{JSON.stringify(place)}</p>}>{slot}</SlotProvider>);
  const place = {
    offered: [{ name: 'report.after-checks/v1', props: { registration: 'AB12CDE' } }],
    headingLevel: 2,
    size: '0',
    fallback: null,
  };
  expect(screen.getByText(JSON.stringify(place))).toBeVisible();
});
