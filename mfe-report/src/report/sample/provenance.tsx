import { AsOf, type AsOfProps } from '@ve/ui/fact-list/as-of';
import { useIsSample } from '../kind/report-kind.ts';

/** The source with its time; renders nothing without one. A sample has no sources. */
export function Provenance({ source, at }: { source: string | null; at: AsOfProps['at'] }) {
  const isSample = useIsSample();
  return source === null || isSample ? null : <AsOf source={source} at={at ?? null} />;
}
