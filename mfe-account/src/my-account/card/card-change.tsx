import { useQueryClient } from '@tanstack/react-query';
import { beginCardChange, finishCardChange } from '@ve/contracts/http/membership/account';
import type { Card } from '@ve/contracts/http/membership/subscription';
import { declineWords } from '@ve/domain/membership/decline-words';
import { offer } from '@ve/domain/membership/offer';
import { callApi } from '@ve/mfe-kit/api';
import {
  CardField,
  CardForm,
  type CardInput,
  type CardService,
  type CardUse,
  useLaterCard,
  useCardService,
} from '@ve/mfe-kit/card-payment';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { recheckSubscription } from '@ve/mfe-kit/subscription';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { type FormEvent, useState } from 'react';
import { messages } from '../messages.en-gb.ts';

const words = messages.card;

const fieldId = 'new-card';
const later: CardUse = { for: 'later', currency: offer.currency };

type Saved = { outcome: 'saved'; card: Card } | { outcome: 'refused'; message: string };

const refused = (message: string): Saved => ({ outcome: 'refused', message });

/** A SetupIntent's id is the first part of its client secret. */
const idOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

interface CardChangeProps {
  /** What is owed and charged to the new card at once; null: nothing. */
  owed: number | null;
  onSaved: (card: Card) => void;
  onClose: () => void;
}

function Fields({ service, owed, onSaved, onClose }: CardChangeProps & { service: CardService }) {
  const client = useQueryClient();
  const card = useLaterCard();
  const [input, setInput] = useState<CardInput>({ complete: false });

  const save = async (): Promise<Saved> => {
    const checked = await card.check();
    if (checked.outcome !== 'complete') return refused(checked.message);
    const begun = await callApi(beginCardChange);
    if (begun.outcome === 'no-customer') return refused(words.noCustomer);
    const confirmation = await card.store(begun.clientSecret);
    if (confirmation.outcome === 'refused') return refused(declineWords(...confirmation.codes));
    if (confirmation.outcome === 'invalid' || confirmation.outcome === 'failed') return refused(confirmation.message);
    const answer = await callApi(finishCardChange, { body: { setupIntentId: idOf(begun.clientSecret) } });
    if (answer.outcome === 'saved') {
      recheckSubscription(client, 'sign-up');
      onSaved(answer.card);
      return answer;
    }
    return refused(confirmation.outcome === 'unknown' ? words.unclear : words.notConfirmed);
  };
  const { submission, submit } = useSubmission(save);
  const busy = submission.state === 'busy';

  const press = (event: FormEvent) => {
    event.preventDefault();
    if (input.complete) {
      if (service.state === 'ready') void submit(undefined);
      return;
    }
    // The field marks what is missing, and says it.
    void card.check().then(() => document.getElementById(fieldId)?.focus());
  };
  return (
    <form onSubmit={press} noValidate>
      <Stack $gap={16}>
        <Text>{owed === null ? words.lead : words.leadUnpaid(owed)}</Text>
        {submission.state === 'failed' ? <FormFailure title={words.failed} error={submission.error} /> : null}
        {submission.state === 'done' && submission.answer.outcome === 'refused' ? (
          <Banner tone="fail" role="alert" title={words.failed}>
            {submission.answer.message}
          </Banner>
        ) : null}
        <CardField service={service} id={fieldId} busy={busy} onChange={setInput} />
        <Row>
          <Button type="submit" busy={busy} busyLabel={words.saving}>
            {words.save}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {words.close}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}

/** The field for another card. Stripe alone sees its digits. */
export function CardChange(props: CardChangeProps) {
  const service = useCardService('/my-account');
  return (
    <CardForm service={service} use={later}>
      <Fields service={service} {...props} />
    </CardForm>
  );
}
