import type { Reference } from '@ve/domain/vehicle/record/reference';
import { TextLink } from '@ve/ui/link/link-style';
import { Muted } from '@ve/ui/text/text';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { Fragment } from 'react';
import { messages } from './messages.en-gb.ts';

/** The sources of a statement about the law or the trade. */
export function References({ of }: { of: readonly Reference[] }) {
  if (of.length === 0) return null;
  return (
    <Muted>
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
    </Muted>
  );
}
