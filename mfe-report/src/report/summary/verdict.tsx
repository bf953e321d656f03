import { freeVerdict } from '@ve/domain/report/free-verdict';
import type { IsoDate, VehicleRecord } from '@ve/domain/report/vehicle-record';
import { Link } from '@ve/mfe-kit/router';
import { TextLink } from '@ve/ui/link/link-style';
import { StatusBadge, type Tone } from '@ve/ui/status/status';
import { Heading, Muted } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { styled } from 'styled-components';
import { messages } from '../messages.en-gb.ts';
import { ReportCard } from '../sample/sample.tsx';

const tones = { FAILED: 'fail', WARNING: 'warn', 'NOTHING FOUND': 'info' } as const satisfies Record<string, Tone>;

const Inside = styled.section`
  display: grid;
  justify-items: start;
  gap: ${space[12]};
`;

const Reasons = styled.ul`
  display: grid;
  gap: ${space[4]};
  margin: 0;
  padding-left: 1.2em;
`;

/** The verdict that the free rows bear, its reasons, and what nobody has looked at yet. */
export function Verdict({ record, today }: { record: VehicleRecord; today: IsoDate }) {
  const words = messages.verdict;
  const { level, reasons, notes, unanswered } = freeVerdict(record, today);
  const advice = words.advice[level];
  const lines = [...reasons.map((reason) => words.reasons[reason]), ...notes.map((note) => words.notes[note])];
  return (
    <ReportCard $padding={16} style={{ width: '100%' }}>
      <Inside aria-labelledby="verdict">
        <Heading level={2} size="s" id="verdict">
          <VisuallyHidden>{words.heading}: </VisuallyHidden>
          <StatusBadge tone={tones[level]} large>
            {words.words[level]}
          </StatusBadge>
        </Heading>
        {advice === null ? null : (
          <p>
            <strong>{advice}</strong>
          </p>
        )}
        {lines.length === 0 ? null : (
          <Reasons>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </Reasons>
        )}
        {unanswered.length === 0 ? null : <Muted>{words.unanswered(unanswered)}</Muted>}
        <Muted>
          {words.notChecked}{' '}
          <TextLink as={Link} to="/buying-advice">
            {words.advicePage}
          </TextLink>
        </Muted>
      </Inside>
    </ReportCard>
  );
}
