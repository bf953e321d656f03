import type { ReleaseStatus } from '@ve/contracts/http/operations/admin-releases';
import { canaryWatch } from '@ve/domain/releases/canary-watch';
import { Button } from '@ve/ui/button/button';
import { Card } from '@ve/ui/card/card';
import { Row, Stack } from '@ve/ui/layout/layout';
import { type Column, Table } from '@ve/ui/table/table';
import { Heading, Muted } from '@ve/ui/text/text';
import { figureColumns, type LiveRelease, releaseColumns } from './channel-table.tsx';
import { messages } from './messages.en-gb.ts';
import type { Plan } from './move-dialog.tsx';
import { Actions, cardOf, NameSection } from './name-section.tsx';
import { nameWords } from './release-words.ts';

/** Whether all that there is to say of a name is its stable release. */
export const isQuiet = ({ stable, canary, moves }: ReleaseStatus): boolean =>
  stable !== null && stable.figures === null && canary === null && moves[0]?.by !== canaryWatch;

interface QuietNamesProps {
  names: readonly ReleaseStatus[];
  /** Those whose releases and history are shown too. */
  opened: readonly string[];
  onToggle: (name: string) => void;
  plan: (plan: Plan, of: ReleaseStatus) => void;
}

type Line = LiveRelease & { standing: ReleaseStatus };

/** The names without a canary in one table, each with the way to its releases and history. */
export function QuietNames({ names, opened, onToggle, plan }: QuietNamesProps) {
  const rows = names.flatMap<Line>((standing) =>
    standing.stable === null ? [] : [{ name: standing.name, channel: 'stable', of: standing.stable, standing }],
  );
  const columns: readonly Column<Line>[] = [
    { id: 'name', label: messages.part, cell: ({ name }) => nameWords(name) },
    ...releaseColumns,
    ...figureColumns(rows),
    {
      id: 'action',
      label: messages.action,
      cell: ({ name, standing }) => (
        <Row>
          <Actions of={standing} plan={(given) => plan(given, standing)} />
          <Button
            variant="quiet"
            aria-expanded={opened.includes(name)}
            {...(opened.includes(name) ? { 'aria-controls': cardOf(name) } : {})}
            aria-label={messages.detailsOf(nameWords(name))}
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
          <Muted>{messages.noCanary}</Muted>
          <Table label={messages.quietReleases} columns={columns} rows={rows} keyOf={({ name }) => name} />
        </Stack>
      </Card>
      {names
        .filter(({ name }) => opened.includes(name))
        .map((of) => (
          <NameSection key={of.name} of={of} plan={(given) => plan(given, of)} />
        ))}
    </>
  );
}
