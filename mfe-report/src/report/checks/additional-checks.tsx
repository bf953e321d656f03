import Lock from 'lucide-react/icons/lock';
import { Icon } from '@ve/ui/icon/icon';
import { Grid, Row, Stack } from '@ve/ui/layout/layout';
import { Heading, Muted, Text } from '@ve/ui/text/text';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { messages } from '../messages.en-gb.ts';
import { ReportCard } from '../sample/sample.tsx';
import { UnlockButton } from '../unlock/unlock-button.tsx';
import type { ChecksProps } from './checks-props.ts';

/** The Additional Checks tab before the full check: what each card would contain. */
export function AdditionalChecks({ record: { registration } }: ChecksProps) {
  const words = messages.additional;
  return (
    <Stack $gap={16} $align="stretch">
      <Text>{words.lead}</Text>
      <Grid $min="15rem" $gap={16}>
        {words.cards.map(({ name, learn }) => (
          <ReportCard key={name} $tone="sunken">
            <Stack $gap={8}>
              <Row $gap={8}>
                <Icon glyph={Lock} />
                <Heading level={3} size="s">
                  {name}
                  <VisuallyHidden> ({messages.vdi.lockedWord})</VisuallyHidden>
                </Heading>
              </Row>
              <Muted>{learn}</Muted>
            </Stack>
          </ReportCard>
        ))}
      </Grid>
      <div>
        <UnlockButton registration={registration} place="additional" />
      </div>
    </Stack>
  );
}
