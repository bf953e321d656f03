import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { isZeroEmission } from '@ve/domain/vehicle/record/zero-emission';
import type { TaxAlert } from '@ve/domain/vehicle/tax/tax-alert';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Dialog } from '@ve/ui/dialog/dialog';
import { Stack } from '@ve/ui/layout/layout';
import { Plate } from '@ve/ui/plate/plate';
import { Muted, Text } from '@ve/ui/text/text';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { messages } from '../messages.en-gb.ts';
import { alertMessages } from './messages.en-gb.ts';
import { renewalUrl } from '../summary/status-cards.tsx';

export interface AlertDialogProps {
  record: VehicleRecord;
  alert: TaxAlert;
  onIgnore: () => void;
}

export function AlertDialog({ record, alert: { state, dueDate, daysLeft, forBuyers }, onIgnore }: AlertDialogProps) {
  const words = alertMessages;
  const plate = formatRegistration(record.registration);
  return (
    <Dialog
      open
      title={words.title}
      onClose={onIgnore}
      actions={
        <>
          <ButtonLink href={renewalUrl} target="_blank" rel="noopener noreferrer">
            {words.renew}
            <VisuallyHidden>{messages.newTab}</VisuallyHidden>
          </ButtonLink>
          <Button variant="secondary" onClick={onIgnore}>
            {words.ignore}
          </Button>
        </>
      }
    >
      <Stack $gap={12} $align="start">
        <Plate registration={record.registration} zeroEmission={isZeroEmission(record)} />
        <Text>
          <strong>
            {state === 'due-soon' && dueDate !== null && daysLeft !== null
              ? words.dueSoon(plate, formatDate(dueDate), messages.daysLeft(daysLeft))
              : words.expired(plate)}
          </strong>{' '}
          {words.law}
        </Text>
        <Text>{forBuyers}</Text>
        <Muted>{words.reminders}</Muted>
      </Stack>
    </Dialog>
  );
}
