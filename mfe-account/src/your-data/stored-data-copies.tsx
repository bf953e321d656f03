import { useQueryClient } from '@tanstack/react-query';
import { buildEndpointPath } from '@ve/contracts/endpoint';
import {
  type DataExport,
  readDataExportEndpoint,
  startDataExportEndpoint,
} from '@ve/contracts/http/privacy/data-exports';
import { callApi } from '@ve/mfe-kit/api';
import { Link } from '@ve/mfe-kit/router';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Row, Section, Stack } from '@ve/ui/layout/layout';
import { StatusBadge } from '@ve/ui/status/status';
import { MutedText } from '@ve/ui/text/text';
import { LoadedList, ListRows } from '../platform/list-states.tsx';
import { messages } from './messages.en-gb.ts';
import { UnconfirmedAddress } from './unconfirmed-address.tsx';
import { exportsQueryKey, useDataExports, useProfile } from './your-data.query.ts';

const labels = messages.copy;

const tones = { making: 'info', ready: 'pass', failed: 'warn' } as const;

function Copy({ copy: { id, status, askedAt, until } }: { copy: DataExport }) {
  return (
    <Stack $gap={12}>
      <Row $justify="between">
        <div>
          <p>{labels.of(askedAt)}</p>
          <MutedText>
            {status === 'making' ? labels.makingText : status === 'failed' ? labels.failedWhy : ''}
            {until === null ? '' : labels.until(until)}
          </MutedText>
        </div>
        <StatusBadge tone={tones[status]}>{labels[status]}</StatusBadge>
      </Row>
      {status === 'ready' ? (
        <Row>
          <ButtonLink
            as={Link}
            to={`/your-data/copy?id=${id}`}
            $variant="secondary"
            aria-label={labels.openOf(askedAt)}
          >
            {labels.open}
          </ButtonLink>
          <ButtonLink
            href={buildEndpointPath(readDataExportEndpoint, { id })}
            download
            $variant="secondary"
            aria-label={labels.downloadOf(askedAt)}
          >
            {labels.download}
          </ButtonLink>
        </Row>
      ) : null}
    </Stack>
  );
}

/** The copies of all stored data, with a button for another, which is unavailable while one is being made. */
export function StoredDataCopies({ userId }: { userId: string }) {
  const client = useQueryClient();
  const query = useDataExports(userId);
  const profile = useProfile(userId).data;
  const { submission, submit } = useFormSubmission(async () => {
    const made = await callApi(startDataExportEndpoint);
    client.setQueryData(exportsQueryKey(userId), (listed: DataExport[] = []) => [
      made,
      ...listed.filter(({ id }) => id !== made.id),
    ]);
  });
  return (
    <Section title={labels.title} lead={labels.lead}>
      <Stack $gap={24}>
        <LoadedList query={query} labels={labels}>
          {(copies) => (
            <Stack $gap={24}>
              {profile?.emailConfirmed === false ? <UnconfirmedAddress email={profile.email} /> : null}
              <div>
                <Button
                  busy={submission.state === 'busy' || copies.some(({ status }) => status === 'making')}
                  busyLabel={submission.state === 'busy' ? labels.asking : labels.waiting}
                  onClick={() => void submit(undefined)}
                >
                  {labels.ask}
                </Button>
              </div>
              <SubmissionFailure title={labels.askFailed} submission={submission} />
              <div aria-live="polite">
                {copies.length === 0 ? null : (
                  <ListRows>
                    {copies.map((copy) => (
                      <li key={copy.id}>
                        <Copy copy={copy} />
                      </li>
                    ))}
                  </ListRows>
                )}
              </div>
            </Stack>
          )}
        </LoadedList>
      </Stack>
    </Section>
  );
}
