import { expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { SessionProvider, useSession, useSessionEvents } from './session.tsx';
import { storeSignInRequest } from './sign-in-request.tsx';
import { useSignOut } from './sign-out.tsx';
import { installFakeNetwork } from './testing-network.tsx';
import { installFakeBroadcastChannel } from './testing-broadcast-channel.tsx';

installFakeBroadcastChannel();
const network = installFakeNetwork();
const visitorReply = { body: { user: null } };
const driver = {
  body: { user: { id: '00000000-0000-4000-8000-000000000001', email: 'driver@example.com', roles: ['user'] } },
};

function Tab({ name }: { name: string }) {
  const { status, user } = useSession();
  const { opened } = useSessionEvents();
  const signOut = useSignOut();
  const [failed, setFailed] = useState(false);
  const run = (leave: () => Promise<void>) => () => void leave().catch(() => setFailed(true));
  return (
    <section aria-label={name}>
      <p>{failed ? 'failed' : `${status} ${user?.email ?? 'nobody'}`}</p>
      <button onClick={run(signOut.here)}>here</button>
      <button onClick={run(signOut.everywhere)}>everywhere</button>
      <button onClick={() => void opened()}>opened</button>
    </section>
  );
}

const openTabs = () => {
  for (const name of ['one', 'two']) {
    render(
      <SessionProvider>
        <Tab name={name} />
      </SessionProvider>,
    );
  }
};
const shown = (tab: string, text: string) => within(screen.getByRole('region', { name: tab })).findByText(text);
const press = (tab: string, button: string) =>
  userEvent.click(within(screen.getByRole('region', { name: tab })).getByRole('button', { name: button }));

test.each([
  ['here', 'DELETE /api/session'],
  ['everywhere', 'DELETE /api/sessions'],
])('signing out %s immediately clears every tab, and the stored sign-in request', async (where, request) => {
  network.answer('GET /api/session', driver);
  network.answer(request, { status: 204 });
  openTabs();
  await shown('two', 'ready driver@example.com');
  storeSignInRequest({ email: 'driver@example.com', registration: 'AB12CDE' });
  await press('one', where);
  await shown('one', 'ready nobody');
  await shown('two', 'ready nobody');
  expect(sessionStorage).toHaveLength(0);
  expect(network.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('a sign-out that fails changes nothing, and rejects', async () => {
  network.answer('GET /api/session', driver);
  network.answer('DELETE /api/session', { status: 503 });
  openTabs();
  await shown('one', 'ready driver@example.com');
  await press('one', 'here');
  await shown('one', 'failed');
  await shown('two', 'ready driver@example.com');
});

test('signing in notifies every tab', async () => {
  network.answer('GET /api/session', visitorReply, visitorReply, driver);
  openTabs();
  await shown('one', 'ready nobody');
  await shown('two', 'ready nobody');
  await press('one', 'opened');
  await shown('one', 'ready driver@example.com');
  await shown('two', 'ready driver@example.com');
});
