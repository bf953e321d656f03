import { SourceNote, formatSourceTime, sourceLabel } from '@ve/ui/fact-list/source-note';
import { type ListedFact, FactList } from '@ve/ui/fact-list/fact-list';
import { Stack } from '@ve/ui/layout/layout';
import { MutedText } from '@ve/ui/text/text';
import { Fragment, type ReactNode } from 'react';
import { FoldableDetails } from '../fold.tsx';
import { useIsSampleReport } from '../kind/report-kind.ts';

const messages = {
  /** Most facts are from the first source; the others show their source below them. */
  marked: (main: string, others: readonly string[]) => `${main}, or ${others.join(' or ')} where marked`,
  apart: '; where marked, ',
};

interface ReportFactsProps {
  facts: readonly ListedFact[];
  columns?: 1 | 2;
  /** The facts to fold, with what the fold holds. */
  folded?: { facts: readonly ListedFact[]; summary: string; note?: ReactNode };
  /** At the end of the line of the sources. */
  foot?: (sources: ReactNode) => ReactNode;
}

/**
 * A list of facts, with the main source and its time once below the list, and another source's name below its facts. A
 * sample has no sources.
 */
export function ReportFacts({ facts, columns = 1, folded, foot = (sources) => sources }: ReportFactsProps) {
  const isSample = useIsSampleReport();
  const all = folded === undefined ? facts : [...facts, ...folded.facts];
  const [main] = sourcesOf(all);
  const list = (some: readonly ListedFact[]) => (
    <FactList
      facts={some.map((fact) => ({
        ...fact,
        source: fact.source === main?.source ? null : (fact.source ?? null),
        at: null,
      }))}
      columns={columns}
      sources={isSample ? 'none' : 'row'}
    />
  );
  return (
    <Stack $gap={4}>
      {list(facts)}
      {folded === undefined || folded.facts.length === 0 ? null : (
        <FoldableDetails summary={folded.summary}>
          {list(folded.facts)}
          {folded.note}
        </FoldableDetails>
      )}
      {foot(isSample ? null : <Sources facts={all} />)}
    </Stack>
  );
}

/** The sources of the facts with their times, that of most facts first. */
function sourcesOf(facts: readonly ListedFact[]): { source: string; at: string }[] {
  const byName = new Map<string, { source: string; at: string; count: number }>();
  for (const { source, at } of facts) {
    if (!source || !at) continue;
    byName.set(source, { source, at, count: (byName.get(source)?.count ?? 0) + 1 });
  }
  return [...byName.values()].sort((one, other) => other.count - one.count);
}

/** One line, for example `UK Vehicle Data, or DVLA where marked, as of 3 March 2027 at 14:05`. */
function Sources({ facts }: { facts: readonly ListedFact[] }) {
  const [main, ...others] = sourcesOf(facts);
  if (main === undefined) return null;
  const isOneMinute = others.every(({ at }) => formatSourceTime(at) === formatSourceTime(main.at));
  if (others.length === 0 || !isOneMinute) {
    return (
      <MutedText>
        <SourceNote source={main.source} at={main.at} />
        {others.map(({ source, at }) => (
          <Fragment key={source}>
            {messages.apart}
            <SourceNote source={source} at={at} />
          </Fragment>
        ))}
      </MutedText>
    );
  }
  const name = messages.marked(
    sourceLabel(main.source),
    others.map(({ source }) => sourceLabel(source)),
  );
  return (
    <MutedText>
      <SourceNote source={name} at={main.at} />
    </MutedText>
  );
}
