import { missingBecause, sourceLabel } from '@ve/domain/report/source-words';
import type { VehicleRecord } from '@ve/domain/report/vehicle-record';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { messages } from '../messages.en-gb.ts';
import { partialMessages } from './partial-messages.en-gb.ts';

export interface PartialNoteProps {
  record: VehicleRecord;
  isFetching: boolean;
  onTryAgain: () => void;
}

/** For a partial report: names the sources that did not answer, and why. */
export function PartialNote({ record, isFetching, onTryAgain }: PartialNoteProps) {
  const unavailable = [record.licensing, record.testing, record.specification].filter(
    (section) => section.state === 'unavailable',
  );
  if (unavailable.length === 0) return null;
  const names = unavailable.map(({ source }) => sourceLabel(source));
  return (
    <Banner
      tone="unknown"
      title={partialMessages.title(names.join(' and '))}
      actions={
        <Button variant="secondary" onClick={onTryAgain} busy={isFetching} busyLabel={messages.tryingAgain}>
          {messages.tryAgain}
        </Button>
      }
    >
      {missingBecause(unavailable)} {partialMessages.body}
    </Banner>
  );
}
