import { useQueryClient } from '@tanstack/react-query';
import {
  type CardChange as Changed,
  changePaymentCardEndpoint,
  finishCardChangeEndpoint,
} from '@ve/contracts/http/membership/card';
import { membershipOffer } from '@ve/domain/membership/offer';
import { callApi } from '@ve/mfe-kit/api';
import {
  CardField,
  StripeElementsProvider,
  type CardFieldState,
  type StripeJsState,
  type CardPurpose,
  useCardPayment,
  useStripeJs,
} from '@ve/mfe-kit/card-payment';
import { refetchSubscription } from '@ve/mfe-kit/subscription';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { type FormEvent, useState } from 'react';
import { messages } from '../messages.en-gb.ts';

const labels = messages.card;

const fieldId = 'new-card';
const later: CardPurpose = { for: 'later', currency: membershipOffer.currency };

/** The card that is charged from now on, and the result of charging an outstanding amount to it. */
export type SavedPaymentCardChange = Extract<Changed, { outcome: 'saved' }>;
type Answer = Extract<Changed, { outcome: 'saved' | 'refused' }>;
type AtBank = Extract<Changed, { outcome: 'authenticate' }>;

const refused = (message: string): Answer => ({ outcome: 'refused', message });

interface CardChangeProps {
  /** The outstanding amount in pence, charged to the new card immediately; null if there is none. */
  owed: number | null;
  onSaved: (saved: SavedPaymentCardChange) => void;
  onClose: () => void;
}

function Fields({ service, owed, onSaved, onClose }: CardChangeProps & { service: StripeJsState }) {
  const client = useQueryClient();
  const card = useCardPayment();
  const [input, setInput] = useState<CardFieldState>({ complete: false });

  const save = async (): Promise<Answer> => {
    const checked = await card.check();
    if (checked.outcome !== 'complete') return refused(checked.message);
    const collected = await card.collect();
    if (collected.outcome !== 'collected') return refused(collected.message);
    const { confirmationToken } = collected;
    const first = await callApi(changePaymentCardEndpoint, { body: { confirmationToken } });
    if (first.outcome === 'no-customer') return refused(labels.noCustomer);
    const answer = first.outcome === 'authenticate' ? await afterBank(first) : first;
    if (answer.outcome === 'saved') {
      refetchSubscription(client, 'sign-up');
      onSaved(answer);
    }
    return answer;
  };
  const afterBank = async ({ clientSecret, setupIntentId }: AtBank): Promise<Answer> => {
    await card.authenticate(clientSecret);
    return callApi(finishCardChangeEndpoint, { body: { setupIntentId } });
  };
  const { submission, submit } = useFormSubmission(save);
  const busy = submission.state === 'busy';

  const press = (event: FormEvent) => {
    event.preventDefault();
    if (input.complete) {
      if (service.state === 'ready') void submit(undefined);
      return;
    }
    // The field marks what is missing and shows the message.
    void card.check().then(() => document.getElementById(fieldId)?.focus());
  };
  return (
    <form onSubmit={press} noValidate>
      <Stack $gap={16}>
        <Text>{owed === null ? labels.lead : labels.leadUnpaid(owed)}</Text>
        <SubmissionFailure title={labels.failed} submission={submission} />
        {submission.state === 'done' && submission.answer.outcome === 'refused' ? (
          <Banner tone="fail" role="alert" title={labels.failed}>
            {submission.answer.message}
          </Banner>
        ) : null}
        <CardField service={service} id={fieldId} busy={busy} onChange={setInput} />
        <Row>
          <Button type="submit" busy={busy} busyLabel={labels.saving}>
            {labels.save}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {labels.close}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}

/** The form for another card. Only Stripe receives its digits. */
export function ChangePaymentCardForm(props: CardChangeProps) {
  const service = useStripeJs('/my-account');
  return (
    <StripeElementsProvider service={service} use={later}>
      <Fields service={service} {...props} />
    </StripeElementsProvider>
  );
}
