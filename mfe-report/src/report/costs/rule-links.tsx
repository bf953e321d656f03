import type { Reference } from '@ve/domain/vehicle/record/reference';
import { TextLink } from '@ve/ui/link/link-style';
import { Muted } from '@ve/ui/text/text';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { Fragment } from 'react';
import { costsMessages } from './messages.en-gb.ts';

export function RuleLinks({ lead, of }: { lead: string; of: readonly Reference[] }) {
  const once = [...new Map(of.map((reference) => [reference.url, reference])).values()];
  return (
    <Muted>
      {lead}{' '}
      {once.map(({ name, url }, index) => (
        <Fragment key={url}>
          {index === 0 ? null : '; '}
          <TextLink href={url} target="_blank" rel="noopener noreferrer">
            {name}
            <VisuallyHidden> {costsMessages.tax.newTab}</VisuallyHidden>
          </TextLink>
        </Fragment>
      ))}
      .
    </Muted>
  );
}
