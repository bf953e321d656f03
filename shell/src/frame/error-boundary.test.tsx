import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { errorLogSchema } from '@ve/contracts/http/jobs/error-logs';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { AreaUnavailable } from './area-unavailable.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

const network = installFakeNetwork();

beforeEach(() => {
  network.answer('POST /api/error-logs', { status: 204 });
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  jest.restoreAllMocks();
});

function Broken(props: { message: string }): never {
  throw new Error(props.message);
}

const sentRow = () => errorLogSchema.parse(network.calls[0]?.body);

test('an uncaught render error shows the fallback screen and logs one error', async () => {
  const reload = jest.fn();
  render(
    <ErrorBoundary onReload={reload}>
      <Broken message="no such gear" />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeInTheDocument();
  expect(screen.getByText("We're sorry, but something unexpected happened.")).toBeInTheDocument();
  expect(network.calls.map(({ path }) => path)).toEqual(['/api/error-logs']);
  expect(sentRow()).toMatchObject({
    error_type: 'React Error',
    error_message: 'no such gear',
    component_name: expect.any(String),
    additional_data: { errorBoundary: 'shell', isPaymentRelated: false },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Reload page' }));
  expect(reload).toHaveBeenCalledTimes(1);
});

test('an error of the payment form is logged with its own type', () => {
  render(
    <ErrorBoundary>
      <Broken message="Stripe element is gone" />
    </ErrorBoundary>,
  );
  expect(sentRow()).toMatchObject({
    error_type: 'Payment Component Error',
    additional_data: { isPaymentRelated: true },
  });
});

test('an area that is down shows what still works and retries once at a time', async () => {
  const retry = jest.fn();
  const { rerender } = render(<AreaUnavailable onRetry={retry} />);
  expect(screen.getByRole('alert')).toHaveTextContent('The rest still works.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  rerender(<AreaUnavailable onRetry={retry} retrying />);
  await userEvent.click(screen.getByRole('button', { name: 'Trying again…' }));
  expect(retry).toHaveBeenCalledTimes(1);
});
