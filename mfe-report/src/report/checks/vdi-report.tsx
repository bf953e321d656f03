import Lock from 'lucide-react/icons/lock';
import { freeVdiRows } from '@ve/domain/report/vdi-rows';
import { Icon } from '@ve/ui/icon/icon';
import { Stack } from '@ve/ui/layout/layout';
import { StatusBadge } from '@ve/ui/status/status';
import { Heading, Muted } from '@ve/ui/text/text';
import { colour, space } from '@ve/ui/theme/theme';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { styled } from 'styled-components';
import { messages } from '../messages.en-gb.ts';
import { ReportFacts } from '../sample/report-facts.tsx';
import { ReportCard } from '../sample/sample.tsx';
import { UnlockButton } from '../unlock/unlock-button.tsx';
import type { ChecksProps } from './checks-props.ts';

const LockedList = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr));
  gap: ${space[16]} ${space[32]};
`;

const Locked = styled.li`
  display: flex;
  gap: ${space[12]};
  & > svg {
    margin-top: 3px;
    color: ${colour('muted')};
  }
`;

/** The VDI tab of the free report: eight rows, and the seven that the full check adds. */
export function VdiReport({ record, today }: ChecksProps) {
  const words = messages.vdi;
  const rows = freeVdiRows(record, today).map(({ tone, value, ...row }) => ({
    ...row,
    // A count is neither good nor bad.
    value: value === null || /^\d+$/.test(value) ? value : <StatusBadge tone={tone}>{value}</StatusBadge>,
  }));
  return (
    <Stack $gap={24}>
      <ReportCard>
        <Heading level={3} size="s">
          {words.free}
        </Heading>
        <ReportFacts facts={rows} />
      </ReportCard>
      <ReportCard $tone="sunken">
        <Stack $gap={16} $align="start">
          <Heading level={3} size="s">
            {words.locked}
          </Heading>
          <Muted>{words.lockedLead}</Muted>
          <LockedList className="locked">
            {words.fields.map(({ name, question }) => (
              <Locked key={name}>
                <Icon glyph={Lock} />
                <div>
                  <strong>{name}</strong>
                  <VisuallyHidden> ({words.lockedWord})</VisuallyHidden>
                  <Muted>{question}</Muted>
                </div>
              </Locked>
            ))}
          </LockedList>
          <UnlockButton registration={record.registration} place="vdi" />
        </Stack>
      </ReportCard>
    </Stack>
  );
}
