import { lazy, Suspense } from 'react';

/** A chunk that does not load leaves the question out: nothing depends on it. */
const QuestionForm = lazy(() =>
  import(/* webpackChunkName: 'question' */ './question-form.tsx').then(
    (part) => ({ default: part.QuestionForm }),
    () => ({ default: () => null }),
  ),
);

/** Why somebody left, asked after it is done. `token`: for one answer; null: not asked. */
export const OptionalQuestion = ({ token }: { token: string | null }) =>
  token === null ? null : (
    <Suspense>
      <QuestionForm token={token} />
    </Suspense>
  );
