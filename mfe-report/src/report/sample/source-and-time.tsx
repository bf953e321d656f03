import { SourceNote, type SourceNoteProps } from '@ve/ui/fact-list/source-note';
import { useIsSampleReport } from '../kind/report-kind.ts';

/** The source with its time; renders nothing without one. A sample has no sources. */
export function SourceAndTime({ source, at }: { source: string | null; at: SourceNoteProps['at'] }) {
  const isSample = useIsSampleReport();
  return source === null || isSample ? null : <SourceNote source={source} at={at ?? null} />;
}
