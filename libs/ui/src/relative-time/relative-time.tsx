import { formatInstantShort } from '@ve/domain/kernel/time/format-date';
import { relativeTime } from '@ve/domain/kernel/time/relative-time';
import { styled } from 'styled-components';
import { colour, mediaQueries } from '../theme/tokens.ts';

/** Both texts share one grid cell, so that nothing moves when the exact one is shown. */
const Time = styled.time`
  display: inline-grid;
  border-radius: 2px;
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
  & > * {
    grid-area: 1 / 1;
  }
  & > :first-child {
    text-decoration: underline dotted ${colour('line-strong')} 1px;
    text-underline-offset: 0.25em;
  }
  & > :last-child,
  &:is(:hover, :focus) > :first-child {
    visibility: hidden;
  }
  &:is(:hover, :focus) > :last-child {
    visibility: visible;
  }
  ${mediaQueries.print} {
    & > :first-child {
      visibility: hidden;
    }
    & > :last-child {
      visibility: visible;
    }
  }
`;

export interface RelativeTimeProps {
  /** ISO instant. */
  at: string;
  /** The current time; by default the browser's. */
  now?: Date;
}

/** How long ago something was (specification section 9); on hover and focus the exact time in the UK. */
export function RelativeTime({ at, now = new Date() }: RelativeTimeProps) {
  const [relative, exact] = [relativeTime(at, now), formatInstantShort(at)];
  return (
    <Time dateTime={at} tabIndex={0} aria-label={`${relative}, ${exact}`}>
      <span>{relative}</span>
      <span>{exact}</span>
    </Time>
  );
}
