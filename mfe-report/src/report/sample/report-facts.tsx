import { SourceNote, formatSourceTime, sourceLabel } from '@ve/ui/fact-list/source-note';
import { type Fact, FactList } from '@ve/ui/fact-list/fact-list';
import { Stack } from '@ve/ui/layout/layout';
import { Muted } from '@ve/ui/text/text';
import { Fragment } from 'react';
import { useIsSampleReport } from '../kind/report-kind.ts';
import { messages } from '../messages.en-gb.ts';

/**
 * A list of facts, with the main source and its time once below the list, and another source's name below its facts. A
 * sample has no sources.
 */
export function ReportFacts({ facts, columns = 1 }: { facts: readonly Fact[]; columns?: 1 | 2 }) {
  const isSample = useIsSampleReport();
  if (isSample) return <FactList facts={facts} columns={columns} sources="none" />;
  const [main] = sourcesOf(facts);
  return (
    <Stack $gap={12}>
      <FactList
        facts={facts.map((fact) => ({
          ...fact,
          source: fact.source === main?.source ? null : (fact.source ?? null),
          at: null,
        }))}
        columns={columns}
      />
      <Sources facts={facts} />
    </Stack>
  );
}

/** The sources of the facts with their times, that of most facts first. */
function sourcesOf(facts: readonly Fact[]): { source: string; at: string }[] {
  const byName = new Map<string, { source: string; at: string; count: number }>();
  for (const { source, at } of facts) {
    if (!source || !at) continue;
    byName.set(source, { source, at, count: (byName.get(source)?.count ?? 0) + 1 });
  }
  return [...byName.values()].sort((one, other) => other.count - one.count);
}

/** One line, for example `UK Vehicle Data, or DVLA where marked, as of 3 March 2027 at 14:05`. */
function Sources({ facts }: { facts: readonly Fact[] }) {
  const [main, ...others] = sourcesOf(facts);
  if (main === undefined) return null;
  const isOneMinute = others.every(({ at }) => formatSourceTime(at) === formatSourceTime(main.at));
  if (others.length === 0 || !isOneMinute) {
    return (
      <Muted>
        <SourceNote source={main.source} at={main.at} />
        {others.map(({ source, at }) => (
          <Fragment key={source}>
            {messages.apart}
            <SourceNote source={source} at={at} />
          </Fragment>
        ))}
      </Muted>
    );
  }
  const name = messages.marked(
    sourceLabel(main.source),
    others.map(({ source }) => sourceLabel(source)),
  );
  return (
    <Muted>
      <SourceNote source={name} at={main.at} />
    </Muted>
  );
}
