import { expect, it, jest } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { useIdempotentSend } from './use-idempotent-send.tsx';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it('keeps the key while the same input fails, and takes a new one after a change and after a success', async () => {
  const keys: string[] = [];
  const send = jest.fn(async ({ idempotencyKey }: { message: string; idempotencyKey: string }) => {
    keys.push(idempotencyKey);
    if (keys.length < 4) throw new Error('no answer');
    return Promise.resolve('sent');
  });
  const { result, rerender } = renderHook(() => useIdempotentSend<{ message: string }, string>(send));
  await expect(result.current({ message: 'one' })).rejects.toThrow('no answer');
  rerender();
  await expect(result.current({ message: 'one' })).rejects.toThrow('no answer');
  await expect(result.current({ message: 'two' })).rejects.toThrow('no answer');
  await expect(result.current({ message: 'two' })).resolves.toBe('sent');
  await expect(result.current({ message: 'two' })).resolves.toBe('sent');
  expect(keys[1]).toBe(keys[0]);
  expect(keys[3]).toBe(keys[2]);
  expect(new Set(keys)).toHaveProperty('size', 3);
  expect(keys.every((key) => uuid.test(key))).toBe(true);
  expect(send).toHaveBeenLastCalledWith({ message: 'two', idempotencyKey: keys[4] ?? '' });
});
