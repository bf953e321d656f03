import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage, visitorSession } from '@ve/mfe-kit/testing';
import { FullCheckUnlockProvider } from '../unlock/unlock-provider.tsx';
import { PhoneReportActionBar } from './action-bar.tsx';

const padding = () => document.documentElement.style.scrollPaddingBottom;

beforeEach(() => {
  // jsdom has no layout.
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(96);
});
afterEach(() => {
  jest.restoreAllMocks();
});

test('while the bar is shown, focused elements are scrolled to above it', async () => {
  const page = renderPage(
    <FullCheckUnlockProvider registration="AB12CDE">
      <PhoneReportActionBar registration="AB12CDE" quiet={false}>
        {null}
      </PhoneReportActionBar>
    </FullCheckUnlockProvider>,
    { queries: true, session: visitorSession },
  );
  expect(await screen.findByRole('group', { name: 'Next step' })).toBeInTheDocument();
  expect(padding()).toBe('104px');
  page.unmount();
  expect(padding()).toBe('');
});
