import type { SourceReference } from '@ve/domain/vehicle/record/source-reference';
import { TextLink } from '@ve/ui/link/link-style';
import { MutedText } from '@ve/ui/text/text';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { Fragment } from 'react';
import { runningCostsMessages } from './messages.en-gb.ts';

export function RuleReferences({ lead, of }: { lead: string; of: readonly SourceReference[] }) {
  const once = [...new Map(of.map((reference) => [reference.url, reference])).values()];
  return (
    <MutedText>
      {lead}{' '}
      {once.map(({ name, url }, index) => (
        <Fragment key={url}>
          {index === 0 ? null : '; '}
          <TextLink href={url} target="_blank" rel="noopener noreferrer">
            {name}
            <VisuallyHidden> {runningCostsMessages.tax.newTab}</VisuallyHidden>
          </TextLink>
        </Fragment>
      ))}
      .
    </MutedText>
  );
}
