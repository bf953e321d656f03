import { defectSeverities, type DefectSeverity, defectSeverityOf } from '@ve/domain/vehicle/mot/defect-severity';
import type { MotHistoryDefect } from '@ve/domain/vehicle/mot/mot-history';
import { StatusBadge, type StatusTone } from '@ve/ui/status/status';
import { MutedText } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { motHistoryMessages } from './messages.en-gb.ts';

const tones: Record<DefectSeverity, StatusTone> = {
  dangerous: 'fail',
  major: 'fail',
  fail: 'fail',
  prs: 'warn',
  minor: 'warn',
  advisory: 'info',
  other: 'unknown',
};

const Group = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space[8]};
`;

const Items = styled.ul`
  display: grid;
  gap: ${space[8]};
  && {
    padding-left: 1.2em;
    list-style: disc;
  }
`;

interface MotDefectListProps {
  defects: readonly MotHistoryDefect[];
  /** The day of the test, if the vehicle has passed another since: then nothing here is open. */
  pastDay: string | null;
}

/** The tester's notes, grouped by severity. */
export function MotDefectList({ defects, pastDay }: MotDefectListProps) {
  const labels = motHistoryMessages;
  return defectSeverities.map((severity) => {
    const members = defects.filter((defect) => defectSeverityOf(defect) === severity);
    if (members.length === 0) return null;
    const past = pastDay === null ? undefined : labels.past[severity]?.(pastDay);
    return (
      <Group key={severity}>
        <StatusBadge tone={past === undefined ? tones[severity] : 'info'}>
          {past ?? labels.severities[severity]}
        </StatusBadge>
        <Items>
          {members.map((defect, index) => (
            <li key={index}>
              {defect.words}
              {defect.reference === null ? null : <MutedText as="span"> ({labels.manual(defect.reference)})</MutedText>}
            </li>
          ))}
        </Items>
      </Group>
    );
  });
}
