import { useRef, useState } from 'react';

export type FormSubmissionState<T, A> =
  { state: 'idle' } | { state: 'busy' } | { state: 'failed'; error: unknown } | { state: 'done'; sent: T; answer: A };

/** Submits a form, once at a time, and tracks its state and response. */
export function useFormSubmission<T, A>(send: (body: T) => Promise<A>) {
  const [submission, setSubmission] = useState<FormSubmissionState<T, A>>({ state: 'idle' });
  const busy = useRef(false);
  const submit = async (body: T): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setSubmission({ state: 'busy' });
    try {
      const answer = await send(body);
      setSubmission({ state: 'done', sent: body, answer });
    } catch (error) {
      setSubmission({ state: 'failed', error });
    } finally {
      busy.current = false;
    }
  };
  const reset = () => setSubmission({ state: 'idle' });
  return { submission, submit, reset };
}
