import { missingReasonText, sourceLabel } from '@ve/domain/vehicle/record/source-messages';
import type { RecordSection } from '@ve/domain/vehicle/record/vehicle-record';
import { Card } from '@ve/ui/card/card';
import { Disclosure } from '@ve/ui/disclosure/disclosure';
import { SourceNote } from '@ve/ui/fact-list/source-note';
import { Row, Stack } from '@ve/ui/layout/layout';
import { StatusBadge, type StatusTone } from '@ve/ui/status/status';
import { Heading, Text } from '@ve/ui/text/text';
import { colour, fontSize, radius, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

const tones: Record<RecordSection<unknown>['state'], StatusTone> = {
  found: 'pass',
  'not-held': 'info',
  unavailable: 'warn',
  asking: 'unknown',
};

const Stored = styled.pre`
  overflow: auto;
  max-height: 24rem;
  margin: 0;
  padding: ${space[12]};
  border-radius: ${radius.control};
  background: ${colour('sunken')};
  font-size: ${fontSize[14]};
  line-height: 1.4;
`;

/** JSON, with characters escaped that would reorder or hide the text around them. */
const storedText = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(
    /\p{Cf}/gu,
    (mark) => `\\u{${(mark.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`,
  );

interface StoredSourceResponseProps {
  /** The name of the part, for a source with several. */
  part?: string;
  section: RecordSection<unknown>;
}

/** One source's response: its state, its time, why there is none, and on request all of it. */
export function StoredSourceResponse({ part, section }: StoredSourceResponseProps) {
  const { source, at, state } = section;
  const name = part === undefined ? sourceLabel(source) : `${sourceLabel(source)}: ${part}`;
  return (
    <Card $padding={16}>
      <Stack $gap={8}>
        <Row $justify="between">
          <Heading level={3} size="s">
            {name}
          </Heading>
          <StatusBadge tone={tones[state]}>{messages.states[state]}</StatusBadge>
        </Row>
        <SourceNote source={source} at={at} />
        {section.state === 'found' ? (
          <Disclosure name={`stored-${name}`} title={messages.stored}>
            <Stored tabIndex={0} role="region" aria-label={messages.storedOf(name)}>
              {storedText(section.data)}
            </Stored>
          </Disclosure>
        ) : (
          <Text>{missingReasonText([section])}</Text>
        )}
      </Stack>
    </Card>
  );
}
