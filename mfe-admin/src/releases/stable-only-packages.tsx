import type { ReleaseStatus } from '@ve/contracts/http/operations/admin-releases';
import { canaryWatchActor } from '@ve/domain/releases/canary-watch-actor';
import { Button } from '@ve/ui/button/button';
import { Card } from '@ve/ui/card/card';
import { Row, Stack } from '@ve/ui/layout/layout';
import { type TableColumn, Table } from '@ve/ui/table/table';
import { Heading, MutedText } from '@ve/ui/text/text';
import { releaseFigureColumns, type ReleaseInChannelRow, releaseVersionColumns } from './channel-table.tsx';
import { messages } from './messages.en-gb.ts';
import type { PlannedReleaseMove } from './release-move-dialog.tsx';
import { ReleaseMoveActions, packageReleasesCardId, PackageReleasesSection } from './package-section.tsx';
import { releasePackageLabel } from './release-labels.ts';

/** Whether a package has nothing to show except its stable release. */
export const isStableOnlyPackage = ({ stable, canary, moves }: ReleaseStatus): boolean =>
  stable !== null && stable.figures === null && canary === null && moves[0]?.by !== canaryWatchActor;

interface StableOnlyPackagesProps {
  names: readonly ReleaseStatus[];
  /** The packages whose releases and history are shown too. */
  opened: readonly string[];
  onToggle: (name: string) => void;
  plan: (plan: PlannedReleaseMove, of: ReleaseStatus) => void;
}

type Line = ReleaseInChannelRow & { status: ReleaseStatus };

/** The packages without a canary in one table, each with a button for its releases and history. */
export function StableOnlyPackages({ names, opened, onToggle, plan }: StableOnlyPackagesProps) {
  const rows = names.flatMap<Line>((status) =>
    status.stable === null ? [] : [{ name: status.name, channel: 'stable', of: status.stable, status }],
  );
  const columns: readonly TableColumn<Line>[] = [
    { id: 'name', label: messages.part, cell: ({ name }) => releasePackageLabel(name) },
    ...releaseVersionColumns,
    ...releaseFigureColumns(rows),
    {
      id: 'action',
      label: messages.action,
      cell: ({ name, status }) => (
        <Row>
          <ReleaseMoveActions of={status} plan={(given) => plan(given, status)} />
          <Button
            variant="quiet"
            aria-expanded={opened.includes(name)}
            {...(opened.includes(name) ? { 'aria-controls': packageReleasesCardId(name) } : {})}
            aria-label={messages.detailsOf(releasePackageLabel(name))}
            onClick={() => onToggle(name)}
          >
            {messages.details}
          </Button>
        </Row>
      ),
    },
  ];
  return (
    <>
      <Card as="section" $padding={16} aria-label={messages.quiet}>
        <Stack $gap={12}>
          <Heading level={2} size="s">
            {messages.quiet}
          </Heading>
          <MutedText>{messages.noCanary}</MutedText>
          <Table label={messages.quietReleases} columns={columns} rows={rows} keyOf={({ name }) => name} />
        </Stack>
      </Card>
      {names
        .filter(({ name }) => opened.includes(name))
        .map((of) => (
          <PackageReleasesSection key={of.name} of={of} plan={(given) => plan(given, of)} />
        ))}
    </>
  );
}
