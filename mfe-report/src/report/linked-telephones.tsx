import { splitTelephoneNumbers } from './split-telephone-numbers.ts';
import { TextLink } from '@ve/ui/link/link-style';
import { Fragment } from 'react';

/** A sentence whose UK telephone numbers are links. */
export function TextWithTelephoneLinks({ children }: { children: string }) {
  return splitTelephoneNumbers(children).map((part, index) =>
    typeof part === 'string' || part.href === null ? (
      <Fragment key={index}>{typeof part === 'string' ? part : part.text}</Fragment>
    ) : (
      <TextLink key={index} href={part.href}>
        {part.text}
      </TextLink>
    ),
  );
}
