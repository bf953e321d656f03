import { missingReasonText, sourceLabel } from '@ve/domain/vehicle/record/source-messages';
import type { RecordSection } from '@ve/domain/vehicle/record/vehicle-record';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { messages } from '../messages.en-gb.ts';
import { partialReportMessages } from './partial-report-messages.en-gb.ts';

export interface PartialReportNoteProps {
  /** The sections that are unavailable; at least one. */
  sections: readonly RecordSection<unknown>[];
  isFetching: boolean;
  onTryAgain: () => void;
}

/** Names the sources of a partial report that did not respond, and why. */
export function PartialReportNote({ sections, isFetching, onTryAgain }: PartialReportNoteProps) {
  const names = sections.map(({ source }) => sourceLabel(source));
  return (
    <Banner
      tone="unknown"
      title={partialReportMessages.title(names.join(' and '))}
      actions={
        <Button variant="secondary" onClick={onTryAgain} busy={isFetching} busyLabel={messages.tryingAgain}>
          {messages.tryAgain}
        </Button>
      }
    >
      {missingReasonText(sections)} {partialReportMessages.body}
    </Banner>
  );
}
