import type { CaseAssignmentOutcome, CaseListPage, StaffCase } from '@ve/contracts/http/operations/admin-cases';
import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useTypedForm } from '@ve/mfe-kit/typed-form';
import { Button } from '@ve/ui/button/button';
import { Field, Select } from '@ve/ui/field/field';
import { Row, Stack } from '@ve/ui/layout/layout';
import { MutedText } from '@ve/ui/text/text';
import { useId, useState } from 'react';
import { sendCaseAssignment } from './cases.query.ts';
import { messages } from './messages.en-gb.ts';

interface AssignmentProps extends Pick<CaseListPage, 'admins' | 'me'> {
  open: StaffCase;
}

function outcomeText({ outcome, assignee }: CaseAssignmentOutcome): string {
  const email = assignee?.email ?? null;
  if (outcome === 'assigned') return messages.assignedTo(email);
  return outcome === 'changed' ? messages.assignOutcomes.changed(email) : messages.assignOutcomes[outcome];
}

/** Shows who takes care of a case, and assigns it to an admin or to no one. */
export function CaseAssignment({ open, admins, me }: AssignmentProps) {
  const [{ assignee, answers }, setAssigned] = useState({ assignee: open.assignee, answers: 0 });
  const { submission, busy, submit, onSubmit, field } = useTypedForm({
    id: useId(),
    names: ['assignee'],
    read: ({ assignee: to }) => ({ body: to === '' ? null : to }),
    send: async (to: string | null) => {
      const answer = await sendCaseAssignment(open.reference, { from: assignee?.id ?? null, to });
      setAssigned((before) => ({ assignee: answer.assignee, answers: before.answers + 1 }));
      return answer;
    },
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack $gap={8}>
        <SubmissionFailure title={messages.assignFailed} submission={submission} />
        <Field {...field('assignee')} label={messages.assignee}>
          {(control) => (
            <Select key={answers} {...control} name="assignee" defaultValue={assignee?.id ?? ''}>
              <option value="">{messages.noOne}</option>
              {admins.map(({ id, email }) => (
                <option key={id} value={id}>
                  {email}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Row>
          <Button type="submit" variant="secondary" busy={busy} busyLabel={messages.sending}>
            {messages.assign}
          </Button>
          {me === null || assignee?.id === me ? null : (
            <Button variant="secondary" busy={busy} busyLabel={messages.sending} onClick={() => submit(me)}>
              {messages.takeIt}
            </Button>
          )}
        </Row>
        {submission.state === 'done' ? (
          <FocusedResult key={answers}>
            <MutedText role="status">{outcomeText(submission.answer)}</MutedText>
          </FocusedResult>
        ) : null}
      </Stack>
    </form>
  );
}
