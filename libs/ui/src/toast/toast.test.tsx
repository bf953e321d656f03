import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Toast } from './toast.tsx';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

const wait = (ms: number) => {
  act(() => {
    jest.advanceTimersByTime(ms);
  });
};

test('disappears automatically, but not while hovered', () => {
  const close = jest.fn();
  render(
    <Toast tone="fail" role="alert" title="Search failed" onClose={close}>
      No answer
    </Toast>,
  );
  const toast = screen.getByRole('alert');
  fireEvent.pointerEnter(toast);
  wait(60_000);
  expect(close).not.toHaveBeenCalled();
  fireEvent.pointerLeave(toast);
  wait(8_000);
  expect(close).toHaveBeenCalledTimes(1);
});

test('can be dismissed immediately', () => {
  const close = jest.fn();
  render(<Toast tone="info" role="status" title="Saved" onClose={close} />);
  fireEvent.click(screen.getByRole('button', { name: 'Close message' }));
  expect(close).toHaveBeenCalledTimes(1);
});
