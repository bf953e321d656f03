import { Disclosure } from '@ve/ui/disclosure/disclosure';
import { Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

const Term = styled.dt`
  font-weight: 600;
`;

const labels = messages.meanings;

/** Explains the figures of each column. */
export function ReleaseColumnLegend() {
  return (
    <div>
      <Disclosure title={labels.title} name="meanings">
        <Stack as="dl" $gap={12}>
          {[labels.loads, labels.faults, labels.speed].map(([term, meaning]) => (
            <div key={term}>
              <Term>{term}</Term>
              <Text as="dd">{meaning}</Text>
            </div>
          ))}
        </Stack>
      </Disclosure>
    </div>
  );
}
