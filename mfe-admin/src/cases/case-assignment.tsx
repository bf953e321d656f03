import type { CaseListPage, StaffCase, StaffMember } from '@ve/contracts/http/operations/admin-cases';
import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { Button } from '@ve/ui/button/button';
import { Field, Select } from '@ve/ui/field/field';
import { Row, Stack } from '@ve/ui/layout/layout';
import { MutedText } from '@ve/ui/text/text';
import { type FormEvent, useState } from 'react';
import { sendCaseAssignment } from './cases.query.ts';
import { messages } from './messages.en-gb.ts';

interface AssignmentProps extends Pick<CaseListPage, 'admins' | 'me'> {
  open: StaffCase;
}

/** Shows who takes care of a case, and assigns it to an admin or to no one. */
export function CaseAssignment({ open, admins, me }: AssignmentProps) {
  const [assignee, setAssignee] = useState<StaffMember | null>(open.assignee);
  const [chosen, setChosen] = useState(open.assignee?.id ?? '');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [said, setSaid] = useState<{ text: string; calls: number } | null>(null);
  const say = (text: string) => setSaid((before) => ({ text, calls: (before?.calls ?? 0) + 1 }));
  const assign = async (to: string | null) => {
    setBusy(true);
    setFailure(null);
    try {
      const { outcome, assignee: now } = await sendCaseAssignment(open.reference, { from: assignee?.id ?? null, to });
      setAssignee(now);
      setChosen(now?.id ?? '');
      const email = now?.email ?? null;
      if (outcome === 'assigned') say(messages.assignedTo(email));
      else say(outcome === 'changed' ? messages.assignOutcomes.changed(email) : messages.assignOutcomes[outcome]);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void assign(chosen === '' ? null : chosen);
  };
  return (
    <form onSubmit={submit}>
      <Stack $gap={8}>
        {failure === null ? null : <FormFailure title={messages.assignFailed} error={failure} />}
        <Field label={messages.assignee}>
          {(control) => (
            <Select {...control} value={chosen} onChange={({ target }) => setChosen(target.value)}>
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
            <Button variant="secondary" busy={busy} busyLabel={messages.sending} onClick={() => void assign(me)}>
              {messages.takeIt}
            </Button>
          )}
        </Row>
        {said === null ? null : (
          <FocusedResult key={said.calls}>
            <MutedText role="status">{said.text}</MutedText>
          </FocusedResult>
        )}
      </Stack>
    </form>
  );
}
