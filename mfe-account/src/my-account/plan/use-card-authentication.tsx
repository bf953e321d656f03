import type { CardAuthenticationResult } from '@ve/mfe-kit/card-payment';
import type { AuthenticatePayment } from '@ve/mfe-kit/upgrade';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';

interface Question {
  clientSecret: string;
  answer: (given: CardAuthenticationResult) => void;
}

const CardAuthentication = lazy(async () => ({
  default: (await import(/* webpackChunkName: 'card' */ '../card/card-authentication.tsx')).CardAuthentication,
}));

/** Runs the bank's authentication of a payment with the stored card; `bank` is where it is shown. */
export function useCardAuthentication(): { authenticate: AuthenticatePayment; bank: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null);
  const authenticate = useCallback(
    (clientSecret: string) =>
      new Promise<CardAuthenticationResult>((resolve) => {
        setQuestion({
          clientSecret,
          answer: (given) => {
            setQuestion(null);
            resolve(given);
          },
        });
      }),
    [],
  );
  const bank = question && (
    <Suspense>
      <CardAuthentication clientSecret={question.clientSecret} onAnswer={question.answer} />
    </Suspense>
  );
  return { authenticate, bank };
}
