import { formatRegistration } from '@ve/domain/registration/format-registration';
import type { IsoDate, VehicleRecord } from '@ve/domain/report/vehicle-record';
import { isZeroEmission } from '@ve/domain/report/zero-emission';
import { recordTax } from '@ve/domain/tax/record-tax';
import { formatDate } from '@ve/domain/time/format-date';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Dialog } from '@ve/ui/dialog/dialog';
import { Stack } from '@ve/ui/layout/layout';
import { Plate } from '@ve/ui/plate/plate';
import { Muted, Text } from '@ve/ui/text/text';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { useEffect, useState } from 'react';
import { messages } from '../messages.en-gb.ts';
import { renewalUrl } from '../summary/status-cards.tsx';
import { dismiss, isDismissed } from './alert-memory.ts';

/** Specification, section 9. */
const openAfterMs = 500;

/**
 * Warns once per session and registration when tax has expired or is due soon (specification, section 4). Never
 * rendered for the sample.
 */
export function VehicleAlert({ record, today }: { record: VehicleRecord; today: IsoDate }) {
  const [isOpen, setIsOpen] = useState(false);
  const { registration } = record;
  const { state, dueDate, daysLeft } = recordTax(record, today);
  const isDue = state === 'expired' || state === 'due-soon';

  useEffect(() => {
    if (!isDue || isDismissed(registration)) return;
    const timer = setTimeout(() => {
      setIsOpen(true);
    }, openAfterMs);
    return () => {
      clearTimeout(timer);
    };
  }, [isDue, registration]);

  const ignore = () => {
    dismiss(registration);
    setIsOpen(false);
  };
  const words = messages.alert;
  const plate = formatRegistration(registration);
  return (
    <Dialog
      open={isOpen && isDue}
      title={words.title}
      onClose={ignore}
      actions={
        <>
          <ButtonLink href={renewalUrl} target="_blank" rel="noopener noreferrer">
            {words.renew}
            <VisuallyHidden>{messages.newTab}</VisuallyHidden>
          </ButtonLink>
          <Button variant="secondary" onClick={ignore}>
            {words.ignore}
          </Button>
        </>
      }
    >
      <Stack $gap={12} $align="start">
        <Plate registration={registration} zeroEmission={isZeroEmission(record)} />
        <Text>
          <strong>
            {state === 'due-soon' && dueDate !== null && daysLeft !== null
              ? words.dueSoon(plate, formatDate(dueDate), messages.daysLeft(daysLeft))
              : words.expired(plate)}
          </strong>{' '}
          {words.law}
        </Text>
        <Muted>{words.reminders}</Muted>
      </Stack>
    </Dialog>
  );
}
