import type { ListedReleaseMove, ReleaseStatus } from '@ve/contracts/http/operations/admin-releases';
import { formatReleaseBuildSource } from '@ve/contracts/release-build-source';
import { canaryWatchActor } from '@ve/domain/releases/canary-watch-actor';
import { Button } from '@ve/ui/button/button';
import { Card } from '@ve/ui/card/card';
import { Disclosure } from '@ve/ui/disclosure/disclosure';
import { Row, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { StatusBadge, type StatusTone } from '@ve/ui/status/status';
import { type TableColumn, Table } from '@ve/ui/table/table';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { IdText } from '../platform/id-text.tsx';
import { ReleaseChannelTable } from './channel-table.tsx';
import { messages } from './messages.en-gb.ts';
import type { PlannedReleaseMove } from './release-move-dialog.tsx';
import { releaseMoveLabel, releasePackageLabel, releaseActorLabel } from './release-labels.ts';
import { PreviewReleaseOnSiteButton } from './preview-on-site.tsx';

const tones: Record<NonNullable<ReleaseStatus['verdict']>['verdict'], StatusTone> = {
  'too-few': 'unknown',
  'as-good': 'pass',
  'too-few-networks': 'warn',
  worse: 'fail',
};

function Verdict({ of: { stable, canary, verdict, moves } }: { of: ReleaseStatus }) {
  if (verdict !== null) {
    return (
      <Stack $gap={4} $align="start">
        <StatusBadge tone={tones[verdict.verdict]}>{messages.verdicts[verdict.verdict]}</StatusBadge>
        <Text>{verdict.because}</Text>
      </Stack>
    );
  }
  const [last] = moves;
  if (canary === null && last?.by === canaryWatchActor) {
    return (
      <Stack $gap={4} $align="start">
        <StatusBadge tone="warn">{messages.rolledBackCanaries}</StatusBadge>
        <Text>
          <RelativeTime at={last.at} />: {last.why}
        </Text>
      </Stack>
    );
  }
  if (stable === null && canary === null) return <Text>{messages.notLive}</Text>;
  return <MutedText>{canary === null ? messages.noCanary : messages.alone}</MutedText>;
}

interface ActProps {
  of: ReleaseStatus;
  plan: (plan: PlannedReleaseMove) => void;
}

/** The moves that are possible for a package. */
export function ReleaseMoveActions({ of: { name, canary, before }, plan }: ActProps) {
  const called = releasePackageLabel(name);
  if (canary === null) {
    return before === null ? null : (
      <Button variant="secondary" aria-label={messages.rollbackOf(called)} onClick={() => plan({ what: 'rollback' })}>
        {messages.rollback}
      </Button>
    );
  }
  return (
    <Row>
      <Button variant="secondary" aria-label={messages.promoteOf(called)} onClick={() => plan({ what: 'promote' })}>
        {messages.promote}
      </Button>
      <Button variant="secondary" aria-label={messages.stopOf(called)} onClick={() => plan({ what: 'stop' })}>
        {messages.stop}
      </Button>
    </Row>
  );
}

type Listed = ReleaseStatus['releases'][number];

const releaseColumns = ({ of: { name, stable, canary }, plan }: ActProps): readonly TableColumn<Listed>[] => [
  { id: 'version', label: messages.version, cell: ({ version }) => <IdText>{version}</IdText> },
  {
    id: 'published',
    label: messages.published,
    cell: ({ publishedAt, publishedBy, builtFrom }) => (
      <>
        <RelativeTime at={publishedAt} />
        <MutedText>
          {messages.by} {releaseActorLabel(publishedBy)}
        </MutedText>
        {builtFrom ? (
          <MutedText>
            {messages.builtFrom(formatReleaseBuildSource(builtFrom))}{' '}
            {builtFrom.ciUrl === null ? null : (
              <TextLink href={builtFrom.ciUrl} target="_blank" rel="noopener noreferrer">
                {messages.ciRun}
              </TextLink>
            )}
          </MutedText>
        ) : null}
      </>
    ),
  },
  {
    id: 'state',
    label: messages.state,
    cell: ({ version }) => {
      if (version === stable?.version) return messages.stable;
      return version === canary?.version ? messages.canary(canary.share) : messages.inNoChannel;
    },
  },
  {
    id: 'action',
    label: messages.action,
    cell: ({ version }) =>
      version === stable?.version ? null : (
        <Row $align="start">
          <Button
            variant="secondary"
            aria-label={messages.giveOf(version)}
            onClick={() => plan({ what: 'give', version })}
          >
            {messages.give}
          </Button>
          <PreviewReleaseOnSiteButton name={name} version={version} />
        </Row>
      ),
  },
];

const moveColumns: readonly TableColumn<ListedReleaseMove>[] = [
  { id: 'when', label: messages.when, cell: ({ at }) => <RelativeTime at={at} /> },
  { id: 'what', label: messages.what, cell: releaseMoveLabel },
  { id: 'who', label: messages.who, cell: ({ by }) => releaseActorLabel(by) },
  { id: 'why', label: messages.why, cell: ({ why }) => why },
];

const previewColumns: readonly TableColumn<NonNullable<ReleaseStatus['previews']>[number]>[] = [
  { id: 'preview', label: messages.preview, cell: ({ preview }) => <IdText>{preview}</IdText> },
  { id: 'version', label: messages.version, cell: ({ version }) => <IdText>{version}</IdText> },
  { id: 'expires', label: messages.expires, cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
  { id: 'who', label: messages.who, cell: ({ setBy }) => releaseActorLabel(setBy) },
];

/** The id of a package's card, which takes the focus after a move: its button may be removed. */
export const packageReleasesCardId = (name: string): string => `releases-of-${name}`;

/**
 * The card of a package (the shell or a remote): its releases with their figures, the possible moves and the past ones.
 */
export function PackageReleasesSection({ of, plan }: ActProps) {
  const { name, stable, canary, releases, moves, previews = [] } = of;
  const called = releasePackageLabel(name);
  return (
    <Card as="section" $padding={16} aria-label={called} id={packageReleasesCardId(name)} tabIndex={-1}>
      <Stack $gap={12}>
        <Row $justify="between">
          <Heading level={2} size="s">
            {called}
          </Heading>
          <ReleaseMoveActions of={of} plan={plan} />
        </Row>
        <Verdict of={of} />
        {stable === null && canary === null ? null : <ReleaseChannelTable of={of} />}
        <div>
          <Disclosure title={messages.releases(releases.length)} name={name}>
            <Table
              label={messages.releasesOf(called)}
              columns={releaseColumns({ of, plan })}
              rows={releases}
              keyOf={({ version }) => version}
            />
          </Disclosure>
          {previews.length === 0 ? null : (
            <Disclosure title={messages.previews(previews.length)} name={name}>
              <Table
                label={messages.previewsOf(called)}
                columns={previewColumns}
                rows={previews}
                keyOf={({ preview }) => preview}
              />
            </Disclosure>
          )}
          {moves.length === 0 ? null : (
            <Disclosure title={messages.history} name={name}>
              <Table
                label={messages.historyOf(called)}
                columns={moveColumns}
                rows={moves}
                keyOf={({ id }) => String(id)}
              />
            </Disclosure>
          )}
        </div>
      </Stack>
    </Card>
  );
}
