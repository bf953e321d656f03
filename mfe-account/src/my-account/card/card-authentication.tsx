import { declineWords } from '@ve/domain/membership/decline-words';
import { authenticatePayment, type CardConfirmation, useCardService } from '@ve/mfe-kit/card-payment';
import { Banner } from '@ve/ui/banner/banner';
import { useEffect, useEffectEvent } from 'react';
import { messages } from '../messages.en-gb.ts';

interface CardAuthenticationProps {
  clientSecret: string;
  onAnswer: (confirmation: CardConfirmation) => void;
}

const inOurWords = (confirmation: CardConfirmation): CardConfirmation =>
  confirmation.outcome === 'refused' ? { ...confirmation, message: declineWords(...confirmation.codes) } : confirmation;

/** Has the bank authenticate a payment with the card that is stored. Its own window is Stripe.js's. */
export function CardAuthentication({ clientSecret, onAnswer }: CardAuthenticationProps) {
  const service = useCardService('/my-account');
  const answer = useEffectEvent((confirmation: CardConfirmation) => onAnswer(inOurWords(confirmation)));
  const { state, stripe } = service;

  useEffect(() => {
    if (state === 'loading') return;
    let current = true;
    void authenticatePayment({ state, stripe } as typeof service, clientSecret).then((confirmation) => {
      if (current) answer(confirmation);
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
