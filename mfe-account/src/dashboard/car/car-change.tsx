import { useQueryClient } from '@tanstack/react-query';
import { changeCar, type Watch } from '@ve/contracts/http/monitoring/watch';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { parseRegistration } from '@ve/domain/kernel/registration/parse-registration';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { callApi } from '@ve/mfe-kit/api';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { refetchSubscription } from '@ve/mfe-kit/subscription';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Dialog } from '@ve/ui/dialog/dialog';
import { Row, Stack } from '@ve/ui/layout/layout';
import { PlateInput } from '@ve/ui/plate-input/plate-input';
import { Muted, Text } from '@ve/ui/text/text';
import { type FormEvent, useRef, useState } from 'react';
import { useStoreWatch } from '../watch.query.ts';

const words = {
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

export interface CarChangeProps {
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
  const keep = useStoreWatch(userId);
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const { submission, submit } = useSubmission(async (next: string) => {
    const answer = await callApi(changeCar, { body: { registration: next } });
    if (answer.outcome === 'changed') {
      refetchSubscription(client, 'full-check');
      keep(answer.watch);
      onClose();
    } else if (answer.outcome === 'once-a-period') setError(words.mayChange(answer.mayChangeOn));
    else setError(words.refused[answer.outcome]);
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const parsed = parseRegistration(field.current?.value ?? '');
    setError(parsed.ok ? undefined : parsed.reason === 'blank' ? words.blank : words.unreadable);
    if (parsed.ok) void submit(parsed.registration);
    else field.current?.focus();
  };
  return (
    <Dialog open title={words.title} onClose={onClose}>
      <form noValidate onSubmit={send}>
        <Stack $gap={16}>
          <Text>{words.what(formatRegistration(registration))}</Text>
          <Muted>{words.stays}</Muted>
          <PlateInput ref={field} name="registration" error={error} />
          {submission.state === 'failed' ? <FormFailure title={words.failed} error={submission.error} /> : null}
          <Row>
            <Button type="submit" busy={submission.state === 'busy'} busyLabel={words.saving}>
              {words.save}
            </Button>
            <Button variant="secondary" onClick={onClose}>
              {words.keep}
            </Button>
          </Row>
        </Stack>
      </form>
    </Dialog>
  );
}

/** The form to watch another car, allowed once per billing period. */
export function CarChange({ userId, watch: { registration, carMayChangeOn } }: CarChangeProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [before] = useState(registration);
  if (registration === null) return null;
  return (
    <>
      {carMayChangeOn === null ? (
        <Button variant="quiet" onClick={() => setIsOpen(true)}>
          {words.open}
        </Button>
      ) : (
        <Muted>{words.mayChange(carMayChangeOn)}</Muted>
      )}
      {registration === before ? null : (
        <Banner tone="pass" role="status">
          {words.changed(formatRegistration(registration))}
        </Banner>
      )}
      {isOpen ? <ChangeDialog userId={userId} registration={registration} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
