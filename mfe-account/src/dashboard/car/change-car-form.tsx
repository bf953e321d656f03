import { useQueryClient } from '@tanstack/react-query';
import { changeMonitoredCarEndpoint, type Watch } from '@ve/contracts/http/monitoring/watch';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { parseRegistration } from '@ve/domain/kernel/registration/parse-registration';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { callApi } from '@ve/mfe-kit/api';
import { refetchSubscription } from '@ve/mfe-kit/subscription';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useTypedForm } from '@ve/mfe-kit/typed-form';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Dialog } from '@ve/ui/dialog/dialog';
import { Row, Stack } from '@ve/ui/layout/layout';
import { PlateInput } from '@ve/ui/plate-input/plate-input';
import { MutedText, Text } from '@ve/ui/text/text';
import { useState } from 'react';
import { useWatchCacheUpdate } from '../watch.query.ts';

const messages = {
  open: 'Change car',
  title: 'Change your car',
  what: (plate: string) =>
    `Your membership watches one car. After the change it watches the new one instead of ${plate}, for dates, reminders and alerts.`,
  stays:
    'Your reports stay. We remove the dates you gave for the old car. You can change again in the next billing period.',
  blank: 'Enter the registration number of your car',
  unreadable: 'This is not a registration number',
  save: 'Change car',
  saving: 'Looking it up…',
  keep: 'Keep this car',
  failed: 'The car was not changed',
  mayChange: (on: string) => `You can change it from ${formatDate(on)}, once a billing period.`,
  refused: {
    same: 'It already watches that car.',
    'not-member': 'Your membership has ended, so you can’t change the car.',
    'not-found': 'No register has a vehicle with this registration.',
    unavailable: 'None of the registers answered, so nothing was changed. Try again in a minute.',
  },
  changed: (plate: string) => `We now watch ${plate}.`,
};

export interface ChangeWatchedCarFormProps {
  userId: string;
  watch: Watch;
}

function ChangeDialog({
  userId,
  registration,
  onClose,
}: {
  userId: string;
  registration: string;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const keep = useWatchCacheUpdate(userId);
  const { submission, busy, onSubmit, field } = useTypedForm({
    id: 'car-change',
    names: ['registration'],
    read: (typed) => {
      const parsed = parseRegistration(typed.registration);
      if (parsed.ok) return { body: parsed.registration };
      return { errors: { registration: parsed.reason === 'blank' ? messages.blank : messages.unreadable } };
    },
    send: async (next) => {
      const answer = await callApi(changeMonitoredCarEndpoint, { body: { registration: next } });
      if (answer.outcome === 'changed') {
        refetchSubscription(client, 'full-check');
        keep(answer.watch);
        onClose();
      }
      return answer;
    },
    refusalOf: (answer) => {
      if (answer.outcome === 'changed') return undefined;
      if (answer.outcome === 'once-a-period') return { registration: messages.mayChange(answer.mayChangeOn) };
      return { registration: messages.refused[answer.outcome] };
    },
  });
  return (
    <Dialog open title={messages.title} onClose={onClose}>
      <form noValidate onSubmit={onSubmit}>
        <Stack $gap={16}>
          <Text>{messages.what(formatRegistration(registration))}</Text>
          <MutedText>{messages.stays}</MutedText>
          <PlateInput {...field('registration')} />
          <SubmissionFailure title={messages.failed} submission={submission} />
          <Row>
            <Button type="submit" busy={busy} busyLabel={messages.saving}>
              {messages.save}
            </Button>
            <Button variant="secondary" onClick={onClose}>
              {messages.keep}
            </Button>
          </Row>
        </Stack>
      </form>
    </Dialog>
  );
}

/** The form to watch another car, allowed once per billing period. */
export function ChangeWatchedCarForm({ userId, watch: { registration, carMayChangeOn } }: ChangeWatchedCarFormProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [before] = useState(registration);
  if (registration === null) return null;
  return (
    <>
      {carMayChangeOn === null ? (
        <Button variant="quiet" onClick={() => setIsOpen(true)}>
          {messages.open}
        </Button>
      ) : (
        <MutedText>{messages.mayChange(carMayChangeOn)}</MutedText>
      )}
      {registration === before ? null : (
        <Banner tone="pass" role="status">
          {messages.changed(formatRegistration(registration))}
        </Banner>
      )}
      {isOpen ? <ChangeDialog userId={userId} registration={registration} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
