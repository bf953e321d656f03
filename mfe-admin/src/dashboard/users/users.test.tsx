import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { ListedUser, UserListPage } from '@ve/contracts/http/operations/admin-users';
import { renderPage, staffSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import axe from 'axe-core';
import { UsersTab } from './users.tab.tsx';

const network = installFakeNetwork();
const listPath = 'POST /api/admin/users/search';
const addPath = 'POST /api/admin/user-roles';
const removePath = 'DELETE /api/admin/user-roles';
const ownId = staffSession.user?.id ?? '';
const danaId = '00000000-0000-4000-8000-0000000000d1';
const hostile = `<img src=x onerror=alert(1)>`;

const dana: ListedUser = {
  id: danaId,
  email: 'dana@example.com',
  createdAt: '2027-07-03T14:05:00.000Z',
  roles: ['admin', 'moderator', 'user'],
};
const own: ListedUser = { ...dana, id: ownId, email: 'admin@example.com', roles: ['admin'] };
const page = (rows: ListedUser[], changes: Partial<UserListPage> = {}): UserListPage => ({
  rows,
  first: rows.length === 0 ? null : 'F',
  last: rows.length === 0 ? null : 'L',
  hasNewer: false,
  hasOlder: false,
  total: rows.length,
  isMore: false,
  ...changes,
});
const problem = (code: string, title: string, status: number) => ({ status, body: { type: 'x', code, title, status } });
const unavailable = problem('service-unavailable', 'The service isn’t available right now.', 503);
const broken = problem('internal-error', 'Something went wrong at our end.', 500);

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Also runs what follows at the same moment: a response, and the page that shows it. */
const wait = async (ms: number) => {
  for (const each of [ms, 0, 0]) await act(() => jest.advanceTimersByTimeAsync(each));
};
const render = (path = '/admin?tab=users') => renderPage(<UsersTab />, { path, session: staffSession, queries: true });
/** Renders the tab, with the users loaded. */
const open = async (path?: string) => {
  const rendered = render(path);
  await wait(500);
  return rendered;
};
const fetches = () => network.calls.filter(({ path }) => path.startsWith('/api/admin/users/search'));
const press = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await wait(0);
};
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const rows = () =>
  within(screen.getByRole('table', { name: 'User Management' }))
    .getAllByRole('row')
    .slice(1);

describe('the list', () => {
  test('shows id, address, date and time, and a badge for each role', async () => {
    network.answer(listPath, { body: page([dana, { ...own, roles: [] }]) });
    const { container } = await open();
    const [first, second] = rows();
    expect(first).toHaveTextContent(`dana@example.com${danaId}03/07/2027 15:05`);
    expect(screen.getAllByRole('button', { name: /^Remove .* from dana/ }).map((each) => each.textContent)).toEqual([
      'Remove admin from dana@example.com',
      'Remove moderator from dana@example.com',
      'Remove user from dana@example.com',
    ]);
    expect(second).toHaveTextContent('None stored: counts as user');
    expect(screen.getByRole('link', { name: 'dana@example.com' })).toHaveAttribute('href', `/admin/support/${danaId}`);
    jest.useRealTimers();
    const rules = { 'color-contrast': { enabled: false }, region: { enabled: false } };
    const { violations } = await axe.run(container, { rules });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  });

  test('shows markup as text', async () => {
    network.answer(listPath, { body: page([{ ...dana, email: hostile }]) });
    await open();
    expect(screen.getByText(hostile)).toBeInTheDocument();
    expect(document.querySelector('img')).toBeNull();
  });

  test('is fetched half a second after the tab was opened', async () => {
    network.answer(listPath, { body: page([dana]) });
    render();
    await wait(499);
    expect(fetches()).toEqual([]);
    expect(screen.getByText('Loading the users…')).toBeInTheDocument();
    await wait(1);
    expect(fetches()).toHaveLength(1);
    expect(rows()).toHaveLength(1);
  });

  test('is fetched immediately for another page, and keeps the current one until then', async () => {
    network.answer(listPath, { body: page([dana], { hasOlder: true, total: 11 }) });
    network.answer(`${listPath}?after=L`, { body: page([own], { hasNewer: true, total: 11 }) });
    await open();
    fireEvent.click(screen.getByRole('link', { name: 'Older' }));
    expect(rows()[0]).toHaveTextContent('dana@example.com');
    await wait(0);
    expect(rows()[0]).toHaveTextContent('admin@example.com');
  });

  test('that fails shows the banner, and a toast with the reason', async () => {
    network.answer(listPath, broken);
    await open();
    expect(screen.getByText('Unable to load users')).toBeInTheDocument();
    const toast = screen.getAllByRole('alert').find((each) => within(each).queryByText('Error'));
    expect(toast).toHaveTextContent('Something went wrong at our end.');
  });

  test('has no toast while the service is unavailable', async () => {
    network.answer(listPath, unavailable);
    await open();
    expect(screen.getByText('Unable to load users')).toBeInTheDocument();
    expect(screen.queryByText('Error')).toBeNull();
  });

  test('is fetched again by Retry, three seconds after the last fetch at the earliest and once', async () => {
    network.answer(listPath, broken, { body: page([dana]) });
    await open();
    await press('Retry');
    await press('Trying again…');
    await wait(2_990);
    expect(fetches()).toHaveLength(1);
    await wait(10);
    expect(fetches()).toHaveLength(2);
    expect(rows()).toHaveLength(1);
    expect(screen.queryByText('Unable to load users')).toBeNull();
  });

  test('is not fetched again on a return to the window', async () => {
    network.answer(listPath, { body: page([dana]) });
    await open();
    await wait(60_000);
    window.dispatchEvent(new Event('focus'));
    window.dispatchEvent(new Event('online'));
    await wait(60_000);
    expect(fetches()).toHaveLength(1);
  });

  test('shows that there are no users', async () => {
    network.answer(listPath, { body: page([]) });
    await open();
    expect(screen.getByText('No users yet')).toBeInTheDocument();
  });
});

describe('the search', () => {
  const search = async (text: string) => {
    type('Search by e-mail or user id', text);
    await press('Search');
  };

  test('is not in the URL, starts at the first page, and stays for the next', async () => {
    network.answer(`${listPath}?after=C`, { body: page([dana], { hasNewer: true, total: 30 }) });
    network.answer(listPath, { body: page([dana], { hasOlder: true, total: 11 }) });
    network.answer(`${listPath}?after=L`, { body: page([own], { hasNewer: true, total: 11 }) });
    const { address } = await open('/admin?tab=users&after=C&page=2');
    await search('  dana ');
    expect(address()).toBe('/admin?tab=users');
    expect(fetches().at(-1)).toMatchObject({ path: '/api/admin/users/search', body: { search: 'dana' } });
    expect(rows()).toHaveLength(1);
    await wait(0);
    fireEvent.click(screen.getByRole('link', { name: 'Older' }));
    await wait(0);
    expect(address()).toBe('/admin?tab=users&after=L&page=2');
    expect(fetches().at(-1)).toMatchObject({ path: '/api/admin/users/search?after=L', body: { search: 'dana' } });
    expect(screen.getByLabelText('Search by e-mail or user id')).toHaveValue('dana');
  });

  test('without results shows it, and leads back to all users', async () => {
    network.answer(listPath, { body: page([]) });
    const { address } = await open();
    await search('nobody');
    await wait(0);
    expect(screen.getByText('No users found')).toBeInTheDocument();
    await press('Clear filters');
    await wait(0);
    expect(address()).toBe('/admin?tab=users');
    expect(screen.getByText('No users yet')).toBeInTheDocument();
  });

  test.each([
    ['ab', 'Type three characters or more'],
    [' a ', 'Type three characters or more'],
    ['a'.repeat(10_000), 'Type 200 characters or fewer'],
    ['abc\u202edef', 'Remove line breaks and control characters'],
  ])('is not sent when it is invalid (%#)', async (text, why) => {
    network.answer(listPath, { body: page([dana]) });
    const { address } = await open();
    await search(text);
    expect(screen.getByText(why)).toBeInTheDocument();
    expect(address()).toBe('/admin?tab=users');
    expect(fetches()).toHaveLength(1);
  });
});

describe('adding a role', () => {
  const fill = (email: string, reason = 'Joins the support team') => {
    type('E-mail address of the user', email);
    type('Reason', reason);
  };

  test('starts with the role user, sends the address trimmed, and fetches the list a second later', async () => {
    network.answer(listPath, { body: page([dana]) });
    network.answer(addPath, { body: { outcome: 'added', email: 'erik@example.com' } });
    await open();
    await wait(5_000);
    expect(screen.getByLabelText('Role')).toHaveValue('user');
    fill('  erik@example.com ');
    fireEvent.change(screen.getByLabelText('Role'), { target: { value: 'moderator' } });
    await press('Add role');
    expect(network.calls.at(-1)).toMatchObject({
      method: 'POST',
      body: { email: 'erik@example.com', role: 'moderator', reason: 'Joins the support team' },
    });
    expect(screen.getByText('Added moderator role to erik@example.com')).toBeInTheDocument();
    expect(screen.getByLabelText('E-mail address of the user')).toHaveValue('');
    await wait(999);
    expect(fetches()).toHaveLength(1);
    await wait(1);
    expect(fetches()).toHaveLength(2);
  });

  test('leaves three seconds between two fetches', async () => {
    network.answer(listPath, { body: page([dana]) });
    network.answer(addPath, { body: { outcome: 'added', email: 'erik@example.com' } });
    await open();
    fill('erik@example.com');
    await press('Add role');
    fill('olga@example.com');
    await press('Add role');
    await wait(2_990);
    expect(fetches()).toHaveLength(1);
    await wait(10);
    expect(fetches()).toHaveLength(2);
    await wait(60_000);
    expect(fetches()).toHaveLength(2);
  });

  test('does not refetch a list that failed to load', async () => {
    network.answer(listPath, broken);
    network.answer(addPath, { body: { outcome: 'added', email: 'erik@example.com' } });
    await open();
    fill('erik@example.com');
    await press('Add role');
    await wait(60_000);
    expect(fetches()).toHaveLength(1);
  });

  test.each([
    [{ outcome: 'unknown-address' }, 'No account uses erik@example.com. Check the address.'],
    [
      { outcome: 'deleting', email: 'erik@example.com' },
      'erik@example.com’s account is being deleted. Nothing was changed.',
    ],
    [
      { outcome: 'held', email: 'erik@example.com' },
      'erik@example.com already has the user role. Nothing was changed.',
    ],
  ])('shows %j, and keeps the input', async (body, text) => {
    network.answer(listPath, { body: page([dana]) });
    network.answer(addPath, { body });
    await open();
    fill('erik@example.com');
    await press('Add role');
    expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.getByLabelText('E-mail address of the user')).toHaveValue('erik@example.com');
    await wait(60_000);
    expect(fetches()).toHaveLength(1);
  });

  test('that fails shows the reason, and keeps the input', async () => {
    network.answer(listPath, { body: page([dana]) });
    network.answer(addPath, unavailable);
    await open();
    fill('erik@example.com');
    await press('Add role');
    const toast = screen.getByRole('alert');
    expect(toast).toHaveTextContent('Failed to add user role');
    expect(toast).toHaveTextContent('The service isn’t available right now.');
    expect(screen.getByLabelText('Reason')).toHaveValue('Joins the support team');
  });

  test.each([
    ['', 'Joins the team', 'Please enter a valid email address'],
    ['erik', 'Joins the team', 'Please enter a valid email address'],
    ['erik@example.com', 'no', 'Say why, in 5 to 300 characters'],
  ])('is not sent for %j because of %j', async (email, reason, text) => {
    network.answer(listPath, { body: page([dana]) });
    await open();
    fill(email, reason);
    await press('Add role');
    expect(screen.getByText(text)).toBeInTheDocument();
    expect(network.calls).toHaveLength(1);
  });
});

describe('removing a role', () => {
  const ask = async (user: ListedUser, role: string) => {
    await press(`Remove ${role} from ${user.email}`);
    return within(screen.getByRole('dialog'));
  };
  const confirm = async (dialog: ReturnType<typeof within>, reason = 'Left the company') => {
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: reason } });
    fireEvent.click(dialog.getByRole('button', { name: 'Remove role' }));
    await wait(0);
  };

  test('needs a confirmation, sends the user’s id and the reason, and fetches the list a second later', async () => {
    network.answer(listPath, { body: page([dana]) });
    network.answer(removePath, { body: { outcome: 'removed' } });
    await open();
    await wait(5_000);
    const dialog = await ask(dana, 'moderator');
    expect(dialog.getByText('dana@example.com')).toBeInTheDocument();
    expect(network.calls).toHaveLength(1);
    await confirm(dialog);
    expect(network.calls.at(-1)).toMatchObject({
      method: 'DELETE',
      body: { userId: danaId, role: 'moderator', reason: 'Left the company' },
    });
    expect(screen.getByText('Removed moderator role')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
    await wait(1_000);
    expect(fetches()).toHaveLength(2);
  });

  test('can be dismissed', async () => {
    network.answer(listPath, { body: page([dana]) });
    await open();
    const dialog = await ask(dana, 'user');
    fireEvent.click(dialog.getByRole('button', { name: 'Keep the role' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(network.calls).toHaveLength(1);
  });

  test('needs a reason', async () => {
    network.answer(listPath, { body: page([dana]) });
    await open();
    const dialog = await ask(dana, 'user');
    await confirm(dialog, '    ');
    expect(dialog.getByText('Say why, in 5 to 300 characters')).toBeInTheDocument();
    expect(network.calls).toHaveLength(1);
  });

  test('warns for one’s own admin role, and not for another user’s or another role', async () => {
    network.answer(listPath, { body: page([own, dana]) });
    await open();
    expect((await ask(own, 'admin')).getByText('This is your own role')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Keep the role' }));
    expect((await ask(dana, 'admin')).queryByText('This is your own role')).toBeNull();
  });

  test.each([
    [{ body: { outcome: 'last-admin' } }, 'This is the last admin. Make someone else an admin first.'],
    [unavailable, 'The service isn’t available right now.'],
  ])('that is refused shows why and stays open (%#)', async (answer, text) => {
    network.answer(listPath, { body: page([dana]) });
    network.answer(removePath, answer);
    await open();
    const dialog = await ask(dana, 'admin');
    await confirm(dialog);
    const alert = dialog.getByRole('alert');
    expect(alert).toHaveTextContent('Failed to remove user role');
    expect(alert).toHaveTextContent(text);
    expect(dialog.getByLabelText('Reason')).toHaveValue('Left the company');
  });

  test('that another member of staff has removed shows it, and fetches the list', async () => {
    network.answer(listPath, { body: page([dana]) });
    network.answer(removePath, { body: { outcome: 'not-held' } });
    await open();
    await confirm(await ask(dana, 'user'));
    expect(screen.getByText('The user no longer has this role. Nothing was changed.')).toBeInTheDocument();
    await wait(3_000);
    expect(fetches()).toHaveLength(2);
  });
});
