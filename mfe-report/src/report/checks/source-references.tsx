import type { SourceReference } from '@ve/domain/vehicle/record/source-reference';
import { TextLink } from '@ve/ui/link/link-style';
import { MutedText } from '@ve/ui/text/text';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { Fragment } from 'react';
import { messages } from './messages.en-gb.ts';

/** The sources of a statement about the law or the trade. */
export function SourceReferences({ of }: { of: readonly SourceReference[] }) {
  if (of.length === 0) return null;
  return (
    <MutedText>
      {messages.sources}{' '}
      {of.map(({ name, url }, index) => (
        <Fragment key={url}>
          {index === 0 ? null : '; '}
          <TextLink href={url} target="_blank" rel="noopener noreferrer">
            {name}
            <VisuallyHidden> {messages.newTab}</VisuallyHidden>
          </TextLink>
        </Fragment>
      ))}
    </MutedText>
  );
}
