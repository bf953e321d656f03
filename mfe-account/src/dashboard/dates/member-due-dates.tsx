import { setDueDateEndpoint, type Watch } from '@ve/contracts/http/monitoring/watch';
import { type MemberDueDateKind, memberDueDateKinds } from '@ve/domain/monitoring/reminders/reminder';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { addDays, addMonths, isCalendarDay } from '@ve/domain/kernel/time/london-date';
import { callApi } from '@ve/mfe-kit/api';
import { useLocation } from '@ve/mfe-kit/router';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { type FormReadResult, useTypedForm } from '@ve/mfe-kit/typed-form';
import { Button } from '@ve/ui/button/button';
import { TextField } from '@ve/ui/field/field';
import { Row, Stack } from '@ve/ui/layout/layout';
import { MutedText } from '@ve/ui/text/text';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { useEffect, useRef } from 'react';
import { TabSection } from '../tab-section.tsx';
import { useWatchCacheUpdate } from '../watch.query.ts';

const messages = {
  title: 'Your own dates',
  lead: 'No register has these dates, so we use the ones you enter.',
  labels: { insurance: 'Insurance runs out on', servicing: 'Next service is due on' } satisfies Record<
    MemberDueDateKind,
    string
  >,
  save: 'Save date',
  of: { insurance: 'of insurance', servicing: 'of servicing' } satisfies Record<MemberDueDateKind, string>,
  remove: 'Remove date',
  saving: 'Saving…',
  blank: 'Enter a date',
  range: 'Enter a date from yesterday to two years ahead',
  notMember: 'You need a membership to save a date.',
  failed: 'The date was not saved',
  saved: (date: string) => `Saved: ${date}.`,
  removed: 'Removed. We no longer remind you of it.',
};

interface DateFormProps {
  userId: string;
  kind: MemberDueDateKind;
  watch: Watch;
}

function DateForm({ userId, kind, watch }: DateFormProps) {
  const stored = watch.dueDates.find((due) => due.kind === kind)?.on ?? null;
  const keep = useWatchCacheUpdate(userId);
  const input = useRef<HTMLInputElement>(null);
  const { hash, key } = useLocation();
  // The car's timeline may link to the field more than once.
  useEffect(() => {
    if (hash === `#${kind}`) input.current?.focus();
  }, [hash, key, kind]);
  const [first, last] = [addDays(watch.asOf, -1), addMonths(watch.asOf, 24)];
  const { submission, busy, submit, onSubmit, field } = useTypedForm({
    id: 'date',
    names: [kind],
    read: ({ [kind]: on }): FormReadResult<MemberDueDateKind, string | null> => {
      if (!isCalendarDay(on)) return { errors: { [kind]: messages.blank } };
      return on >= first && on <= last ? { body: on } : { errors: { [kind]: messages.range } };
    },
    send: async (on) => {
      const answer = await callApi(setDueDateEndpoint, { params: { kind }, body: { on } });
      if (answer.outcome === 'set') {
        keep(answer.watch);
        if (on === null && input.current !== null) input.current.value = '';
      }
      return answer.outcome;
    },
    refusalOf: (outcome) =>
      outcome === 'set' ? undefined : { [kind]: outcome === 'out-of-range' ? messages.range : messages.notMember },
  });
  return (
    <form noValidate onSubmit={onSubmit} id={kind}>
      <Stack $gap={8}>
        <Row $align="end">
          <TextField
            ref={input}
            {...field(kind)}
            type="date"
            min={first}
            max={last}
            defaultValue={stored ?? ''}
            label={messages.labels[kind]}
          />
          <Button type="submit" variant="secondary" busy={busy} busyLabel={messages.saving}>
            {messages.save} <VisuallyHidden>{messages.of[kind]}</VisuallyHidden>
          </Button>
          {stored === null ? null : (
            <Button variant="quiet" busy={busy} onClick={() => submit(null)}>
              {messages.remove} <VisuallyHidden>{messages.of[kind]}</VisuallyHidden>
            </Button>
          )}
        </Row>
        <MutedText role="status">
          {submission.state === 'done' && submission.answer === 'set'
            ? submission.sent === null
              ? messages.removed
              : messages.saved(formatDate(submission.sent))
            : null}
        </MutedText>
        <SubmissionFailure title={messages.failed} submission={submission} />
      </Stack>
    </form>
  );
}

/** Insurance and servicing: dates that only the member knows. */
export const MemberDueDates = ({ userId, watch }: Omit<DateFormProps, 'kind'>) => (
  <TabSection title={messages.title} lead={messages.lead}>
    {memberDueDateKinds.map((kind) => (
      <DateForm key={`${kind} ${watch.registration ?? ''}`} userId={userId} kind={kind} watch={watch} />
    ))}
  </TabSection>
);
