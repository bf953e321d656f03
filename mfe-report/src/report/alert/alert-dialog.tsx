import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { isZeroEmission } from '@ve/domain/vehicle/record/zero-emission';
import type { TaxAlert } from '@ve/domain/vehicle/tax/tax-alert';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Dialog } from '@ve/ui/dialog/dialog';
import { Stack } from '@ve/ui/layout/layout';
import { Plate } from '@ve/ui/plate/plate';
import { MutedText, Text } from '@ve/ui/text/text';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { messages } from '../messages.en-gb.ts';
import { vehicleTaxAlertMessages } from './messages.en-gb.ts';
import { taxRenewalUrl } from '../summary/status-cards.tsx';

export interface VehicleTaxAlertDialogProps {
  record: VehicleRecord;
  alert: TaxAlert;
  /** The title of the decision, which the dialog covers. */
  verdict: string;
  onIgnore: () => void;
}

export function VehicleTaxAlertDialog({
  record,
  alert: { state, dueDate, daysLeft, forBuyers },
  verdict,
  onIgnore,
}: VehicleTaxAlertDialogProps) {
  const labels = vehicleTaxAlertMessages;
  const plate = formatRegistration(record.registration);
  return (
    <Dialog
      open
      title={labels.title}
      onClose={onIgnore}
      actions={
        <>
          <ButtonLink href={taxRenewalUrl} target="_blank" rel="noopener noreferrer">
            {labels.renew}
            <VisuallyHidden>{messages.newTab}</VisuallyHidden>
          </ButtonLink>
          <Button variant="secondary" onClick={onIgnore}>
            {labels.ignore}
          </Button>
        </>
      }
    >
      <Stack $gap={12} $align="start">
        <Plate registration={record.registration} zeroEmission={isZeroEmission(record)} />
        <Text>
          <strong>
            {state === 'due-soon' && dueDate !== null && daysLeft !== null
              ? labels.dueSoon(plate, formatDate(dueDate), messages.daysLeft(daysLeft))
              : labels.expired(plate)}
          </strong>{' '}
          {labels.law}
        </Text>
        <Text>{forBuyers}</Text>
        <Text>
          {labels.verdict} <strong>{verdict}</strong>
        </Text>
        <MutedText>{labels.reminders}</MutedText>
      </Stack>
    </Dialog>
  );
}
