import { AsOf } from '@ve/ui/fact-list/as-of';
import { type Fact, FactList } from '@ve/ui/fact-list/fact-list';
import { Stack } from '@ve/ui/layout/layout';
import { Muted } from '@ve/ui/text/text';
import { Fragment } from 'react';
import { useIsSample } from './sample.tsx';

/**
 * Facts with the source's name under each, and below the list when each source was read. A sample has no sources.
 */
export function ReportFacts({ facts, columns = 1 }: { facts: readonly Fact[]; columns?: 1 | 2 }) {
  const isSample = useIsSample();
  if (isSample) return <FactList facts={facts} columns={columns} sources="none" />;
  return (
    <Stack $gap={12}>
      <FactList facts={facts.map((fact) => ({ ...fact, at: null }))} columns={columns} />
      <Sources facts={facts} />
    </Stack>
  );
}

function Sources({ facts }: { facts: readonly Fact[] }) {
  const provenance = new Map(facts.flatMap(({ source, at }) => (source && at ? [[source, at] as const] : [])));
  if (provenance.size === 0) return null;
  return (
    <Muted>
      {[...provenance].map(([source, at], index) => (
        <Fragment key={source}>
          {index === 0 ? null : ' · '}
          <AsOf source={source} at={at} />
        </Fragment>
      ))}
    </Muted>
  );
}
