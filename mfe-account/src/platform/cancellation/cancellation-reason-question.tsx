import { lazy, Suspense } from 'react';

/** If the chunk fails to load, the question is left out: nothing depends on it. */
const CancellationReasonForm = lazy(() =>
  import(/* webpackChunkName: 'question' */ './cancellation-reason-form.tsx').then(
    (part) => ({ default: part.CancellationReasonForm }),
    () => ({ default: () => null }),
  ),
);

/** The question why a member left, after the cancellation. `token` allows one answer; null shows no question. */
export const LazyCancellationReasonForm = ({ token }: { token: string | null }) =>
  token === null ? null : (
    <Suspense>
      <CancellationReasonForm token={token} />
    </Suspense>
  );
