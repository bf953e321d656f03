import { sentenceCase } from '@ve/domain/kernel/text/phrases';
import { lookalikeRegistrations, parseRegistration } from '@ve/domain/kernel/registration/parse-registration';
import { Link } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { FactList } from '@ve/ui/fact-list/fact-list';
import { Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Plate } from '@ve/ui/plate/plate';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { colour, media, space, target } from '@ve/ui/theme/theme';
import { useId } from 'react';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';
import { useVehicleLookup, type VehicleLookupState } from './vehicle-lookup.query.ts';

const labels = messages.confirm;
/** Invalid input is shown up to this length. */
const maxTypedLength = 24;
const suggestions = 2;

const headings: Readonly<Record<VehicleLookupState['state'], string>> = {
  loading: labels.heading,
  found: labels.heading,
  unreadable: messages.unreadable.heading,
  'not-found': messages.notFound.heading,
  failed: messages.failed.heading,
};

/** Two ways on of the same width; on a phone one above the other. */
const Choices = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space[24]} ${space[16]};
  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Choice = styled.div`
  display: grid;
  align-content: start;
  gap: ${space[8]};
  strong {
    display: block;
    color: ${colour('text')};
  }
`;

const Again = styled(TextLink)`
  display: inline-flex;
  align-items: center;
  min-height: ${target};
`;

const Source = styled(MutedText)`
  margin-top: ${space[8]};
`;

const Others = styled.ul`
  li a {
    gap: ${space[12]};
  }
`;

const Quoted = styled(Text)`
  overflow-wrap: anywhere;
`;

export interface ConfirmVehicleStepProps {
  typed: string;
  onContinue: (registration: string) => void;
  /** The URL of step 1 with the input. */
  searchAgain: string;
  /** The URL of this step for another registration. */
  stepUrlFor: (registration: string) => string;
  /** Whether the next step is the sign-up; for a member it is the report. */
  signsUp: boolean;
  /** The URL of the report. */
  reportFor: (registration: string) => string;
}

/** Step 2: confirms the vehicle. Continue is unavailable, with the reason, until the vehicle is found. */
export function ConfirmVehicleStep(props: ConfirmVehicleStepProps) {
  const { typed, onContinue, searchAgain, stepUrlFor, signsUp, reportFor } = props;
  const lookup = useVehicleLookup(typed);
  const parsed = parseRegistration(typed);
  const registration = parsed.ok ? parsed.registration : null;
  const noteId = useId();
  const next = (
    <Button
      wide
      unavailable={reasonToWait(lookup)}
      onClick={() => {
        if (registration) onContinue(registration);
      }}
    >
      {signsUp ? labels.next : labels.toReport}
    </Button>
  );
  return (
    <Stack $gap={24}>
      <Heading level={1} tabIndex={-1}>
        {headings[lookup.state]}
      </Heading>
      {registration ? (
        <div>
          <Plate registration={registration} size="l" />
        </div>
      ) : null}
      <Answer lookup={lookup} typed={typed} registration={registration} stepUrlFor={stepUrlFor} />
      {signsUp && registration !== null && (lookup.state === 'loading' || lookup.state === 'found') ? (
        <Choices>
          <Choice>
            <ButtonLink as={Link} to={reportFor(registration)} $wide aria-describedby={`${noteId}-free`}>
              {labels.free}
            </ButtonLink>
            <MutedText id={`${noteId}-free`}>
              <strong>{labels.freePrice}</strong> {labels.freeNote}
            </MutedText>
          </Choice>
          <Choice>
            {next}
            <MutedText>
              <strong>{labels.trialPrice}</strong> {labels.trialNote}
            </MutedText>
          </Choice>
        </Choices>
      ) : (
        <div>{next}</div>
      )}
      <Again as={Link} to={searchAgain}>
        {labels.another}
      </Again>
    </Stack>
  );
}

function reasonToWait(lookup: VehicleLookupState): string | undefined {
  switch (lookup.state) {
    case 'found':
      return undefined;
    case 'loading':
      return labels.waitFirst;
    case 'unreadable':
      return messages.unreadable.unavailable;
    case 'not-found':
      return messages.notFound.unavailable;
    case 'failed':
      return messages.failed.unavailable;
  }
}

interface AnswerProps {
  lookup: VehicleLookupState;
  typed: string;
  registration: string | null;
  stepUrlFor: (registration: string) => string;
}

function Answer({ lookup, typed, registration, stepUrlFor }: AnswerProps) {
  switch (lookup.state) {
    case 'loading':
      return (
        <LoadingSkeleton label={labels.loading}>
          <Stack $gap={24}>
            {[labels.make, labels.year, labels.colour].map((label) => (
              <Skeleton key={label} $height="1.75rem" />
            ))}
            <Skeleton $height="1.375rem" $width="60%" />
          </Stack>
        </LoadingSkeleton>
      );
    case 'found': {
      const { make, yearOfManufacture, colour } = lookup.vehicle;
      const fact = (label: string, value: string | null) => ({ label, value, why: labels.notHeld[lookup.source] });
      return (
        <div role="status">
          <FactList
            facts={[
              fact(labels.make, make),
              fact(labels.year, yearOfManufacture === null ? null : String(yearOfManufacture)),
              fact(labels.colour, colour === null ? null : sentenceCase(colour)),
            ]}
          />
          <Source>{labels.source[lookup.source]}</Source>
        </div>
      );
    }
    case 'unreadable':
      return (
        <Stack $gap={12}>
          <Banner tone="warn" role="alert">
            {lookup.message}
          </Banner>
          <Quoted>
            {messages.unreadable.typed} “{typed.slice(0, maxTypedLength)}
            {typed.length > maxTypedLength ? '…' : ''}”. {messages.unreadable.nothingSent}
          </Quoted>
          <Lookalikes of={typed.replaceAll(' ', '')} stepUrlFor={stepUrlFor} />
        </Stack>
      );
    case 'not-found':
      return (
        <Stack $gap={12}>
          <Banner tone="fail" role="alert">
            {lookup.message}
          </Banner>
          <Text>{messages.notFound.advice}</Text>
          <Lookalikes of={registration ?? ''} stepUrlFor={stepUrlFor} />
        </Stack>
      );
    case 'failed':
      return (
        <Stack $gap={12}>
          <Banner
            tone="fail"
            role="alert"
            actions={
              <Button
                variant="secondary"
                onClick={lookup.retry}
                busy={lookup.retrying}
                busyLabel={messages.failed.retrying}
              >
                {messages.failed.retry}
              </Button>
            }
          >
            <p>{lookup.message}</p>
            <p>{lookup.advice}</p>
          </Banner>
        </Stack>
      );
  }
}

function Lookalikes({ of, stepUrlFor }: { of: string; stepUrlFor: (registration: string) => string }) {
  const others = lookalikeRegistrations(of).slice(0, suggestions);
  if (others.length === 0) return null;
  return (
    <>
      <Text>{messages.notFound.lookalikes}</Text>
      <Others>
        {others.map((other) => (
          <li key={other}>
            <Again as={Link} to={stepUrlFor(other)}>
              <Plate registration={other} size="s" />
              {difference(of, other)}
            </Again>
          </li>
        ))}
      </Others>
    </>
  );
}

/** Lookalike characters are hard to distinguish on a plate, so the difference is spelled out. */
function difference(typed: string, other: string): string {
  const changed = [...other].filter((character, at) => character !== typed[at]);
  const names: Readonly<Record<string, string>> = messages.notFound.twins;
  return messages.notFound.with([...new Set(changed)].map((character) => names[character] ?? character));
}
