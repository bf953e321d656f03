import { missingReasonText, sourceLabel } from '@ve/domain/vehicle/record/source-messages';
import type { Section } from '@ve/domain/vehicle/record/vehicle-record';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { messages } from '../messages.en-gb.ts';
import { partialMessages } from './partial-messages.en-gb.ts';

export interface PartialNoteProps {
  /** The sections that are unavailable; at least one. */
  sections: readonly Section<unknown>[];
  isFetching: boolean;
  onTryAgain: () => void;
}

/** Names the sources of a partial report that did not respond, and why. */
export function PartialNote({ sections, isFetching, onTryAgain }: PartialNoteProps) {
  const names = sections.map(({ source }) => sourceLabel(source));
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
      {missingReasonText(sections)} {partialMessages.body}
    </Banner>
  );
}
