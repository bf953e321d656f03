import { useRef } from 'react';

/**
 * Sends a form with an idempotency key, which is the same while the same input is sent again after a failure, and a new
 * one after a change or a success.
 */
export function useIdempotentSend<T, A>(send: (body: T & { idempotencyKey: string }) => Promise<A>) {
  const pending = useRef({ text: '', key: '' });
  return async (body: T): Promise<A> => {
    const text = JSON.stringify(body);
    if (pending.current.text !== text) pending.current = { text, key: crypto.randomUUID() };
    const answer = await send({ ...body, idempotencyKey: pending.current.key });
    pending.current.text = '';
    return answer;
  };
}
