import { cardDeclineMessage } from '@ve/domain/membership/decline-messages';
import { authenticatePayment, type CardAuthenticationResult, useStripeJs } from '@ve/mfe-kit/card-payment';
import { Banner } from '@ve/ui/banner/banner';
import { useEffect, useEffectEvent } from 'react';
import { messages } from '../messages.en-gb.ts';

interface CardAuthenticationProps {
  clientSecret: string;
  onAnswer: (given: CardAuthenticationResult) => void;
}

const withOwnMessage = (given: CardAuthenticationResult): CardAuthenticationResult =>
  given.outcome === 'refused' ? { ...given, message: cardDeclineMessage(...given.codes) } : given;

/** Runs the bank's authentication of a payment with the stored card, in the dialog of Stripe.js. */
export function CardAuthentication({ clientSecret, onAnswer }: CardAuthenticationProps) {
  const service = useStripeJs('/my-account');
  const answer = useEffectEvent((given: CardAuthenticationResult) => onAnswer(withOwnMessage(given)));
  const { state, stripe } = service;

  useEffect(() => {
    if (state === 'loading') return;
    let current = true;
    void authenticatePayment({ state, stripe } as typeof service, clientSecret).then((given) => {
      if (current) answer(given);
    });
    return () => {
      current = false;
    };
  }, [state, stripe, clientSecret]);

  return (
    <Banner tone="info" role="status">
      {messages.plan.confirming}
    </Banner>
  );
}
