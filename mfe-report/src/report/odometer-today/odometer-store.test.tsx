import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage } from '@ve/mfe-kit/testing';
import { useOdometerToday, useTypedOdometer } from './odometer-store.ts';

beforeEach(() => {
  sessionStorage.clear();
});
afterEach(() => {
  jest.restoreAllMocks();
});

function Typing({ registration }: { registration: string }) {
  const [typed, type] = useTypedOdometer(registration);
  return <input aria-label={registration} value={typed} onChange={({ target }) => type(target.value)} />;
}

function Reader({ registration }: { registration: string }) {
  return <p>{`${registration}: ${String(useOdometerToday(registration))}`}</p>;
}

const open = () =>
  renderPage(
    <>
      <Typing registration="AB12CDE" />
      <Reader registration="AB12CDE" />
      <Reader registration="CL10CKD" />
    </>,
  );

test('the input reaches every component of that car, and survives a reload', async () => {
  const page = open();
  await page.user.type(screen.getByLabelText('AB12CDE'), '61,840');
  expect(screen.getByText('AB12CDE: 61840')).toBeVisible();
  expect(screen.getByText('CL10CKD: null')).toBeVisible();
  page.unmount();
  open();
  expect(screen.getByLabelText('AB12CDE')).toHaveValue('61,840');
  expect(screen.getByText('AB12CDE: 61840')).toBeVisible();
});

test('input that is not a mileage is kept as typed and is not offered as one', async () => {
  const { user } = open();
  await user.type(screen.getByLabelText('AB12CDE'), '61.8');
  expect(screen.getByLabelText('AB12CDE')).toHaveValue('61.8');
  expect(screen.getByText('AB12CDE: null')).toBeVisible();
});

test('works while the browser blocks storage', async () => {
  for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
    jest.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
  }
  const { user } = open();
  await user.type(screen.getByLabelText('AB12CDE'), '70000');
  expect(screen.getByText('AB12CDE: 70000')).toBeVisible();
});
