import { freeVerdict } from '@ve/domain/report/free-verdict';
import type { IsoDate, VehicleRecord } from '@ve/domain/report/vehicle-record';
import { Link } from '@ve/mfe-kit/router';
import { Icon } from '@ve/ui/icon/icon';
import { TextLink } from '@ve/ui/link/link-style';
import { type Tone, toneGlyph, toneStyle } from '@ve/ui/status/status';
import { Heading, Muted } from '@ve/ui/text/text';
import { media, radius, space } from '@ve/ui/theme/theme';
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

const Band = styled.div<{ $tone: Tone }>`
  ${toneStyle}
  display: flex;
  gap: ${space[8]};
  width: 100%;
  padding: ${space[12]};
  border-color: transparent;
  border-radius: ${radius.control};
  & > svg {
    margin-top: 2px;
  }
  ${media.forced} {
    border-color: currentColor;
  }
  ${media.print} {
    border-color: currentColor;
    print-color-adjust: exact;
  }
`;

const Reasons = styled.ul`
  display: grid;
  gap: ${space[4]};
  && {
    padding-left: 1.2em;
    list-style: disc;
  }
`;

/** The verdict that the free checks support, its reasons, and what has not been checked yet. */
export function Verdict({ record, today }: { record: VehicleRecord; today: IsoDate }) {
  const words = messages.verdict;
  const { level, reasons, notes, unanswered } = freeVerdict(record, today);
  const advice = words.advice[level];
  return (
    <ReportCard $padding={16} style={{ width: '100%' }}>
      <Inside aria-labelledby="verdict">
        <Band $tone={tones[level]}>
          <Icon glyph={toneGlyph[tones[level]]} />
          <Heading level={2} size="s" id="verdict">
            <VisuallyHidden>{words.heading}: </VisuallyHidden>
            {words.words[level]}
          </Heading>
        </Band>
        {advice === null ? null : (
          <p>
            <strong>{advice}</strong>
          </p>
        )}
        <Lines of={reasons.map((reason) => words.reasons[reason])} />
        {notes.length === 0 ? null : <p>{words.notesLead}</p>}
        <Lines of={notes.map((note) => words.notes[note])} />
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

function Lines({ of }: { of: readonly string[] }) {
  if (of.length === 0) return null;
  return (
    <Reasons>
      {of.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Reasons>
  );
}
