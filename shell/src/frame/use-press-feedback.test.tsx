import { afterEach, expect, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from '@ve/mfe-kit/router';
import { type ComponentType, lazy, Suspense } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { usePressFeedback } from './use-press-feedback.ts';

afterEach(() => {
  history.replaceState(null, '', '/');
});

test('a pressed link is busy until its page is shown; a button that stays on the page is not', async () => {
  const { promise, resolve } = Promise.withResolvers<{ default: ComponentType }>();
  const Late = lazy(() => promise);
  const Site = () => {
    usePressFeedback();
    return (
      <>
        <Link to="/late">Late</Link>
        <button type="button">Stay</button>
        <Suspense fallback={<p>Loading</p>}>
          <Routes>
            <Route path="/late" element={<Late />} />
            <Route path="*" element={<p>Home</p>} />
          </Routes>
        </Suspense>
      </>
    );
  };
  render(
    <BrowserRouter>
      <Site />
    </BrowserRouter>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  expect(screen.getByRole('button', { name: 'Stay' })).not.toHaveAttribute('aria-busy');
  const link = screen.getByRole('link', { name: 'Late' });
  await user.click(link);
  expect(link).toHaveAttribute('aria-busy', 'true');
  expect(screen.getByText('Home')).toBeVisible();
  await act(async () => {
    resolve({ default: () => <p>Here</p> });
    await promise;
  });
  expect(await screen.findByText('Here')).toBeVisible();
  await waitFor(() => {
    expect(link).not.toHaveAttribute('aria-busy');
  });
});
