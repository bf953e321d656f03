import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { Link } from '@ve/mfe-kit/router';
import { TextLink } from '@ve/ui/link/link-style';
import { Text } from '@ve/ui/text/text';
import { Fragment } from 'react';
import { outcomeMessages } from './messages.en-gb.ts';

const maxSuggestions = 3;

/** Lookalike registrations as links; none is chosen automatically. */
export function Suggestions({ registrations }: { registrations: readonly string[] }) {
  const offered = registrations.slice(0, maxSuggestions);
  if (offered.length === 0) return null;
  return (
    <Text>
      {outcomeMessages.didYouMean}{' '}
      {offered.map((registration, index) => (
        <Fragment key={registration}>
          {index === 0 ? null : index === offered.length - 1 ? ' or ' : ', '}
          <TextLink as={Link} to={`/report?reg=${registration}`} translate="no">
            {formatRegistration(registration)}
          </TextLink>
        </Fragment>
      ))}
      ?
    </Text>
  );
}
