import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { usePageChrome } from '@ve/mfe-kit/page-chrome';
import { renderPage, signedInSession } from '@ve/mfe-kit/testing';
import { Header } from './header.tsx';

const nav = () => screen.queryByRole('navigation', { name: 'Main' });

describe('the account links', () => {
  test('a visitor sees Sign In and no admin link', () => {
    renderPage(<Header />);
    expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/signin');
    expect(screen.queryByText('Admin')).toBeNull();
    expect(screen.queryByRole('link', { name: 'My account' })).toBeNull();
  });

  test('a customer sees a link to their account instead', () => {
    renderPage(<Header />, { session: signedInSession() });
    expect(screen.getByRole('link', { name: 'My account' })).toHaveAttribute('href', '/my-account');
    expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull();
  });

  test('a moderator sees the admin link without the badge, an admin sees both', () => {
    const { unmount } = renderPage(<Header />, { session: signedInSession({ roles: ['user', 'moderator'] }) });
    expect(screen.getByRole('link', { name: 'Admin' })).toHaveAttribute('href', '/admin');
    expect(screen.getAllByText('Admin')).toHaveLength(1);
    unmount();
    renderPage(<Header />, { session: signedInSession({ roles: ['admin'] }) });
    expect(screen.getAllByText('Admin')).toHaveLength(2);
  });
});

describe('the navigation', () => {
  test('links a customer to their dashboard, and a visitor not', () => {
    const { unmount } = renderPage(<Header />, { session: signedInSession() });
    expect(within(nav() as HTMLElement).getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
    unmount();
    renderPage(<Header />);
    expect(screen.queryByRole('link', { name: 'Dashboard' })).toBeNull();
  });

  test('links to advice and blog', () => {
    renderPage(<Header />);
    const links = within(nav() as HTMLElement).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/buying-advice', '/blog']);
  });

  test('visitors from a partner see no navigation', () => {
    renderPage(<Header />, { path: '/?utm_source=partner' });
    expect(nav()).toBeNull();
    expect(screen.getByRole('link', { name: 'Sign In' })).toBeInTheDocument();
  });

  // Shown on small screens only; jsdom has no layout.
  const menu = (): HTMLDetailsElement => {
    const box = screen.getByLabelText('Menu').parentElement;
    if (!(box instanceof HTMLDetailsElement)) throw new Error('no menu');
    return box;
  };

  test('the menu opens natively, Tab leads into it, and Escape closes it', async () => {
    const { user } = renderPage(<Header />);
    const button = screen.getByLabelText('Menu');
    expect(button).toHaveAttribute('aria-controls', nav()?.id);
    expect(menu().open).toBe(false);
    await user.click(button);
    expect(menu().open).toBe(true);
    await user.tab();
    expect(screen.getByRole('link', { name: 'Buying Advice', hidden: true })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(button).toHaveFocus();
    expect(menu().open).toBe(false);
  });

  test('a link in the menu closes it', async () => {
    const { user } = renderPage(<Header />);
    await user.click(screen.getByLabelText('Menu'));
    await user.click(screen.getByRole('link', { name: 'Blog', hidden: true }));
    expect(menu().open).toBe(false);
  });

  test('a header that replaces another keeps its menu open and focused', () => {
    const placeholder = document.createElement('details');
    placeholder.id = 've-menu';
    placeholder.open = true;
    placeholder.append(document.createElement('summary'));
    document.body.append(placeholder);
    placeholder.querySelector('summary')?.focus();
    renderPage(<Header />);
    expect(menu()).not.toBe(placeholder);
    expect(menu().open).toBe(true);
    expect(screen.getByLabelText('Menu')).toHaveFocus();
    placeholder.remove();
  });
});

describe('the title that a page sets', () => {
  function Page({ title }: { title: string | null }) {
    usePageChrome({ title });
    return <Header titled />;
  }
  test('is shown', () => {
    renderPage(<Page title="CONFIRM" />);
    expect(screen.getByText('CONFIRM')).toBeInTheDocument();
  });

  test('is absent where the page sets none', () => {
    const { container } = renderPage(<Page title={null} />);
    expect(container.querySelector('header p')).toBeNull();
  });

  test('is absent on routes that keep their navigation', () => {
    function Other() {
      usePageChrome({ title: 'CONFIRM' });
      return <Header />;
    }
    renderPage(<Other />);
    expect(screen.queryByText('CONFIRM')).toBeNull();
  });
});
