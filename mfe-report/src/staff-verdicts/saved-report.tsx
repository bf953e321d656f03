import type { SlotProps } from '@ve/contracts/slots';
import { Queries } from '@ve/mfe-kit/queries';
import { Button } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Plate } from '@ve/ui/plate/plate';
import { MutedText } from '@ve/ui/text/text';
import { lazy, Suspense, useState } from 'react';
import { messages } from './messages.en-gb.ts';

/** Lazy: the rules of the verdict are larger than the rest of the slot. */
const StaffVerdict = lazy(async () => ({ default: (await import('./staff-verdict.tsx')).CustomerReportVerdict }));

/** A saved report, whose verdict is read on request of staff. */
export function SavedReportWithVerdict({
  id,
  registration,
  savedAt,
}: SlotProps['staff-customer.after-reports/v1']['reports'][number]) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Stack $gap={12}>
      <Row $justify="between">
        <Row $gap={12}>
          <Plate registration={registration} size="s" />
          <MutedText>{messages.saved(savedAt)}</MutedText>
        </Row>
        <Button
          variant="secondary"
          aria-label={(isOpen ? messages.hideOf : messages.lookAt)(registration, savedAt)}
          aria-expanded={isOpen}
          onClick={() => {
            setIsOpen(!isOpen);
          }}
        >
          {isOpen ? messages.hide : messages.look}
        </Button>
      </Row>
      <div role="status">
        {isOpen ? (
          <Suspense fallback={<MutedText>{messages.looking}</MutedText>}>
            <Queries>
              <StaffVerdict id={id} />
            </Queries>
          </Suspense>
        ) : null}
      </div>
    </Stack>
  );
}
