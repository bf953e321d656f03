import type { MotHistory } from '@ve/domain/vehicle/mot/mot-history';
import { type MotResultsOfYear, motResultsByYear } from '@ve/domain/vehicle/mot/tests-by-year';
import { Icon } from '@ve/ui/icon/icon';
import { statusToneIcons, statusToneStyle } from '@ve/ui/status/status';
import { colour, fontSize, media, radius, space } from '@ve/ui/theme/theme';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { styled } from 'styled-components';
import { motHistoryMessages } from './messages.en-gb.ts';

const Strip = styled.ol`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: ${space[8]} ${space[4]};
`;

const Year = styled.li`
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: 2px;
  width: 1.75rem;
  color: ${colour('muted')};
  font-size: ${fontSize[14]};
  font-variant-numeric: tabular-nums;
  line-height: 1.3;
`;

const Mark = styled.span<{ $tone: 'pass' | 'fail' }>`
  ${statusToneStyle}
  display: grid;
  place-items: center;
  width: 1.5rem;
  height: 1.5rem;
  border-color: transparent;
  border-radius: ${radius.control};
  ${media.forced} {
    border-color: currentColor;
  }
  ${media.print} {
    border-color: currentColor;
    print-color-adjust: exact;
  }
`;

const tones = { PASSED: 'pass', FAILED: 'fail' } as const;

/** The passes and fails of each year, so that a bad stretch is seen before any test is read. */
export function MotResultsByYear({ history }: { history: MotHistory }) {
  const years = motResultsByYear(history);
  if (years.length < 2) return null;
  return (
    <Strip role="list" aria-label={motHistoryMessages.years.label}>
      {years.map((year) => (
        <YearMarks key={year.year} {...year} />
      ))}
    </Strip>
  );
}

function YearMarks({ year, results }: MotResultsOfYear) {
  return (
    <Year>
      {results.map((result, index) => (
        <Mark key={index} $tone={tones[result]}>
          <Icon glyph={statusToneIcons[tones[result]]} size={16} />
        </Mark>
      ))}
      <VisuallyHidden>{motHistoryMessages.years.of(year, results)}</VisuallyHidden>
      <span aria-hidden="true">’{String(year).slice(2)}</span>
    </Year>
  );
}
