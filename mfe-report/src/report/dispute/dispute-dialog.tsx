import { type DataDisputeForm, openDataDisputeEndpoint } from '@ve/contracts/http/membership/disputes';
import { whoCanCorrect } from '@ve/domain/membership/who-can-correct';
import { callApi } from '@ve/mfe-kit/api';
import { useSession } from '@ve/mfe-kit/session';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useTypedForm } from '@ve/mfe-kit/typed-form';
import { useIdempotentSend } from '@ve/mfe-kit/use-idempotent-send';
import { Button } from '@ve/ui/button/button';
import { Dialog } from '@ve/ui/dialog/dialog';
import { ErrorSummary } from '@ve/ui/error-summary/error-summary';
import { SourceNote } from '@ve/ui/fact-list/source-note';
import { textControlStyle, Field, Select, TextField } from '@ve/ui/field/field';
import { Row, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { colour, radius, space } from '@ve/ui/theme/theme';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { useEffect, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { TelephoneLink } from '../telephone-link.tsx';
import type { DisputedDatum, DisputableSection } from './dispute-subject.ts';
import { messages } from './messages.en-gb.ts';
import { readDataDisputeForm } from './read-dispute-form.ts';

const Message = styled.textarea`
  ${textControlStyle}
  min-height: 7rem;
  resize: vertical;
`;

const SubmittedMessage = styled.div`
  padding: ${space[12]} ${space[16]};
  border-radius: ${radius.control};
  background: ${colour('sunken')};
`;

function Says({ datum }: { datum: DisputedDatum }) {
  return (
    <SubmittedMessage>
      <MutedText>{messages.says}</MutedText>
      <p>
        <strong>{datum.label}</strong>: {datum.value ?? messages.notAvailable}
      </p>
      {datum.source === null ? null : <SourceNote source={datum.source} at={datum.at} />}
    </SubmittedMessage>
  );
}

function Corrector({ section, contacts = [] }: Pick<DisputableSection, 'section' | 'contacts'>) {
  const { name, how, link } = whoCanCorrect(section);
  return (
    <Stack $gap={8}>
      <Heading level={3} size="s">
        {messages.mender(name)}
      </Heading>
      <Text>
        {how}{' '}
        <TextLink href={link.url} target="_blank" rel="noopener noreferrer">
          {link.text}
          <VisuallyHidden> {messages.newTab}</VisuallyHidden>
        </TextLink>
      </Text>
      {contacts.map((contact) => (
        <Text key={`${contact.name}${contact.phone.text}`}>
          {messages.ring(contact.name)} <TelephoneLink phone={contact.phone} />
        </Text>
      ))}
      <Text>{messages.ours}</Text>
    </Stack>
  );
}

/** Replaces the form, and takes its focus. */
function Thanks({ email, onClose }: { email: string; onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, []);
  return (
    <Stack $gap={16} $align="start">
      <div ref={box} tabIndex={-1} role="status">
        <Text>{messages.next(email)}</Text>
      </div>
      <Button onClick={onClose}>{messages.close}</Button>
    </Stack>
  );
}

interface DisputeDialogProps {
  subject: DisputableSection;
  open: boolean;
  onClose: () => void;
}

/**
 * "Something wrong?": who can correct the entry, and a message to support. The input is kept while the report is open.
 */
export function DataDisputeDialog({ subject, open, onClose }: DisputeDialogProps) {
  const { data, section, contacts = [] } = subject;
  const id = useId();
  const known = useSession().user?.email ?? '';
  const [chosen, setChosen] = useState(0);
  const [message, setMessage] = useState('');
  const [typedEmail, setTypedEmail] = useState<string | null>(null);
  const datum = data[chosen] ?? data[0];
  const { submission, busy, reset, onSubmit, field, summary } = useTypedForm({
    id,
    names: ['message', 'email'],
    read: (typed) => readDataDisputeForm(subject, datum, typed),
    send: useIdempotentSend((body: DataDisputeForm) => callApi(openDataDisputeEndpoint, { body })),
  });
  const close = () => {
    onClose();
    if (submission.state !== 'done') return;
    // The next dispute starts with an empty message.
    setMessage('');
    reset();
  };

  return (
    <Dialog open={open} title={submission.state === 'done' ? messages.thanks : messages.title} onClose={close}>
      {submission.state === 'done' ? (
        <Thanks email={submission.sent.email} onClose={close} />
      ) : (
        <form noValidate onSubmit={onSubmit}>
          <Stack $gap={16}>
            <ErrorSummary {...summary} />
            {data.length < 2 ? null : (
              <Field label={messages.which}>
                {(control) => (
                  <Select {...control} value={chosen} onChange={({ target }) => setChosen(Number(target.value))}>
                    {data.map(({ label }, index) => (
                      // Two agreements without a lender and a number have the same label.
                      <option key={index} value={index}>
                        {label}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
            )}
            {datum === undefined ? null : <Says datum={datum} />}
            <Corrector section={datum?.section ?? section} contacts={contacts} />
            <Field {...field('message')} label={messages.message} hint={messages.messageHint}>
              {(control) => (
                <Message
                  {...control}
                  name="message"
                  rows={4}
                  value={message}
                  onChange={({ target }) => setMessage(target.value)}
                />
              )}
            </Field>
            <TextField
              {...field('email')}
              type="email"
              autoComplete="email"
              label={messages.email}
              hint={messages.emailHint}
              value={typedEmail ?? known}
              onChange={({ target }) => setTypedEmail(target.value)}
            />
            <MutedText>{messages.privacy}</MutedText>
            <SubmissionFailure title={messages.failed} submission={submission} />
            <Row>
              <Button type="submit" busy={busy} busyLabel={messages.sending}>
                {messages.send}
              </Button>
              <Button variant="secondary" onClick={close}>
                {messages.cancel}
              </Button>
            </Row>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
