import { useRef, useState } from 'react';

export type Submission<T> =
  { state: 'idle' } | { state: 'busy' } | { state: 'failed'; error: unknown } | { state: 'done'; sent: T };

/** Sends what a form holds: once at a time, and says how it stands. */
export function useSubmission<T>(send: (body: T) => Promise<unknown>) {
  const [submission, setSubmission] = useState<Submission<T>>({ state: 'idle' });
  const busy = useRef(false);
  const submit = async (body: T): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setSubmission({ state: 'busy' });
    try {
      await send(body);
      setSubmission({ state: 'done', sent: body });
    } catch (error) {
      setSubmission({ state: 'failed', error });
    } finally {
      busy.current = false;
    }
  };
  const reset = () => setSubmission({ state: 'idle' });
  return { submission, submit, reset };
}
