import {
  type ErrorGroup,
  reopenErrorGroupEndpoint,
  solveErrorGroupEndpoint,
} from '@ve/contracts/http/operations/admin-error-logs';
import { callApi } from '@ve/mfe-kit/api';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Stack } from '@ve/ui/layout/layout';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { MutedText, Text } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { useRef } from 'react';
import { styled } from 'styled-components';
import { apiProblemTitleOf } from '../../platform/api-problem.ts';
import { ReasonField, useStaffReasonForm } from '../../platform/reason-field.tsx';
import { messages } from './messages.en-gb.ts';
import { ErrorOccurrences } from './error-occurrences.tsx';

const Releases = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[16]};
  margin: 0;
  padding: 0;
  list-style: none;
  overflow-wrap: anywhere;
`;

const Form = styled.form`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: ${space[12]};
  & > :first-child {
    flex: 1 1 18rem;
    max-width: 32rem;
  }
`;

export interface ErrorStateChangeNotice {
  title: string;
  text: string;
}

interface StateFormProps {
  group: ErrorGroup;
  onChanged: (change: ErrorStateChangeNotice) => void;
}

const solve = async (id: string, reason: string): Promise<ErrorStateChangeNotice> => {
  const { outcome } = await callApi(solveErrorGroupEndpoint, { params: { id }, body: { reason } });
  const title = outcome === 'solved' ? messages.solvedNotice : messages.wasSolved;
  return { title, text: messages.solvedNoticeText };
};

const reopen = async (id: string, reason: string): Promise<ErrorStateChangeNotice> => {
  const { outcome } = await callApi(reopenErrorGroupEndpoint, { params: { id }, body: { reason } });
  return { title: outcome === 'reopened' ? messages.reopenedNotice : messages.wasOpen, text: '' };
};

/** Marks an open error as solved, or opens a solved one again, with a reason. */
function StateForm({ group: { id, solved }, onChanged }: StateFormProps) {
  const isResolved = solved !== null;
  const form = useRef<HTMLFormElement>(null);
  const { submission, busy, onSubmit, field } = useStaffReasonForm(async (reason) => {
    onChanged(await (isResolved ? reopen : solve)(id, reason));
    form.current?.reset();
  });
  return (
    <Stack $gap={12}>
      {submission.state === 'failed' ? (
        <Banner tone="fail" role="alert" title={messages.changeFailedTitle}>
          {apiProblemTitleOf(submission.error) ?? messages.changeFailed}
        </Banner>
      ) : null}
      <Form ref={form} onSubmit={onSubmit} noValidate>
        <ReasonField {...field('reason')} about={isResolved ? messages.reopenHint : messages.solveHint} />
        <Button
          type="submit"
          variant={isResolved ? 'secondary' : 'primary'}
          busy={busy}
          busyLabel={isResolved ? messages.reopening : messages.solving}
        >
          {isResolved ? messages.reopen : messages.solve}
        </Button>
      </Form>
    </Stack>
  );
}

interface ErrorDetailProps extends StateFormProps {
  /** The id of the element, for `aria-controls` of the button that opens it. */
  id: string;
}

/** The details of an error: its releases, whether it is solved, and its occurrences. */
export function ErrorDetail({ id, group, onChanged }: ErrorDetailProps) {
  const { message, releases, solved, reopenedAt } = group;
  return (
    <section id={id} aria-label={messages.detail(message.slice(0, 80))}>
      <Stack $gap={16}>
        {solved === null ? null : (
          <Text>
            {messages.solvedBy(solved.by)}, <RelativeTime at={solved.at} />
          </Text>
        )}
        {reopenedAt === null ? null : (
          <Text>
            {messages.reopened}, <RelativeTime at={reopenedAt} />
          </Text>
        )}
        {releases.length === 0 ? null : (
          <div>
            <MutedText>{messages.seenIn}</MutedText>
            <Releases>
              {releases.map((release) => (
                <li key={release}>
                  <code>{release}</code>
                </li>
              ))}
            </Releases>
          </div>
        )}
        <StateForm group={group} onChanged={onChanged} />
        <ErrorOccurrences group={group} />
      </Stack>
    </section>
  );
}
