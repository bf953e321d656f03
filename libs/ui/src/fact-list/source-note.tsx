import { styled } from 'styled-components';
import { colour, fontSize } from '../theme/tokens.ts';

const sourceNames: Record<string, string> = {
  DVLA: 'DVLA',
  DVSA: 'DVSA MOT history',
  UKVD: 'UK Vehicle Data',
};

const inLondon = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/London',
});

const Line = styled.span`
  color: ${colour('muted')};
  font-size: ${fontSize[14]};
`;

/** The display name of a source. */
export function sourceLabel(source: string): string {
  return sourceNames[source] ?? source;
}

/** An instant in UK time: `3 March 2027 at 14:05`. */
export function formatSourceTime(at: string): string {
  return inLondon.format(new Date(at));
}

export interface SourceNoteProps {
  source: string;
  /** ISO instant; omitted if only the source is known. */
  at?: string | null;
}

/** The provenance of a fact: `DVLA, as of 3 March 2027 at 14:05`. */
export function SourceNote({ source, at }: SourceNoteProps) {
  return (
    <Line>
      {sourceLabel(source)}
      {at ? (
        <>
          {', as of '}
          <time dateTime={at}>{formatSourceTime(at)}</time>
        </>
      ) : null}
    </Line>
  );
}
