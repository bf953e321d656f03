import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { Link } from '@ve/mfe-kit/router';
import { ButtonLink } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { vehicleFetchOutcomeMessages } from './messages.en-gb.ts';

const maxSuggestions = 3;

/** Lookalike registrations as buttons (O for 0, I for 1); none is chosen automatically. */
export function LookalikeRegistrationSuggestions({ registrations }: { registrations: readonly string[] }) {
  const offered = registrations.slice(0, maxSuggestions);
  if (offered.length === 0) return null;
  return (
    <Stack $gap={8}>
      <Text>{vehicleFetchOutcomeMessages.didYouMean}</Text>
      <Row $gap={12}>
        {offered.map((registration) => (
          <ButtonLink
            key={registration}
            as={Link}
            to={`/report?reg=${registration}`}
            $variant="secondary"
            translate="no"
          >
            {formatRegistration(registration)}
          </ButtonLink>
        ))}
      </Row>
    </Stack>
  );
}
