import { lazy, Suspense } from 'react';

/** If the chunk fails to load, the question is left out: nothing depends on it. */
const QuestionForm = lazy(() =>
  import(/* webpackChunkName: 'question' */ './question-form.tsx').then(
    (part) => ({ default: part.QuestionForm }),
    () => ({ default: () => null }),
  ),
);

/** The question why a member left, after the cancellation. `token` allows one answer; null shows no question. */
export const OptionalQuestion = ({ token }: { token: string | null }) =>
  token === null ? null : (
    <Suspense>
      <QuestionForm token={token} />
    </Suspense>
  );
