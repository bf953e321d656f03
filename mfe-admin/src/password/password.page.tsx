import { requestPasswordLink, setStaffPassword } from '@ve/contracts/http/identity/admin-sign-in';
import { parseEmail } from '@ve/domain/kernel/email/parse-email';
import { passwordProblem, passwordProblemMessages } from '@ve/domain/identity/staff/password-rules';
import { callApi } from '@ve/mfe-kit/api';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link, useSearchParams } from '@ve/mfe-kit/router';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { TextField } from '@ve/ui/field/field';
import { Page, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Heading, Lead, Text } from '@ve/ui/text/text';
import { type FormEvent, useState } from 'react';
import { NewPasswordField } from '../platform/new-password-field.tsx';
import { messages } from './messages.en-gb.ts';

/** Requests a link; the response is the same for every address. */
function AskForLink() {
  const words = messages.ask;
  const [email, setEmail] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  const { submission, submit } = useSubmission((given: string) =>
    callApi(requestPasswordLink, { body: { email: given } }),
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    const parsed = parseEmail(email);
    setInvalid(!parsed.ok);
    if (parsed.ok) void submit(parsed.email);
  };
  if (submission.state === 'done') {
    return (
      <Stack $gap={24}>
        <Heading level={1}>{words.sentTitle}</Heading>
        <Lead role="status">{words.sent(submission.sent)}</Lead>
        <Text>
          <TextLink as={Link} to="/admin/signin">
            {words.back}
          </TextLink>
        </Text>
      </Stack>
    );
  }
  return (
    <form noValidate onSubmit={send}>
      <Stack $gap={24}>
        <Heading level={1}>{words.title}</Heading>
        <Lead>{words.lead}</Lead>
        {submission.state === 'failed' ? <FormFailure title={words.failed} error={submission.error} /> : null}
        <TextField
          id="link-email"
          label={words.email}
          type="email"
          autoComplete="username"
          error={isInvalid ? words.invalid : undefined}
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
          }}
        />
        <Button type="submit" wide busy={submission.state === 'busy'} busyLabel={words.busy}>
          {words.submit}
        </Button>
        <Text>
          <TextLink as={Link} to="/admin/signin">
            {words.back}
          </TextLink>
        </Text>
      </Stack>
    </form>
  );
}

/** Sets a password with the token of a mailed link. */
function SetPassword({ token }: { token: string }) {
  const words = messages.set;
  const [password, setPassword] = useState('');
  const [passwordError, setPasswordError] = useState<string | undefined>(undefined);
  const { submission, submit } = useSubmission(async (given: string) => {
    const answer = await callApi(setStaffPassword, { body: { token, password: given } });
    if (answer.outcome === 'weak') setPasswordError(answer.message);
    return answer;
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const found = passwordProblem(password);
    setPasswordError(found === null ? undefined : passwordProblemMessages[found]);
    if (found === null) void submit(password);
  };
  const outcome = submission.state === 'done' ? submission.answer.outcome : null;
  if (outcome === 'saved') {
    return (
      <Stack $gap={24} $align="start">
        <Heading level={1}>{words.savedTitle}</Heading>
        <Lead role="status">{words.saved}</Lead>
        <ButtonLink as={Link} to="/admin/signin">
          {words.signIn}
        </ButtonLink>
      </Stack>
    );
  }
  if (outcome === 'expired' || outcome === 'used') {
    return (
      <Stack $gap={24} $align="start">
        <Heading level={1}>{outcome === 'used' ? words.usedTitle : words.expiredTitle}</Heading>
        <Lead role="alert">{outcome === 'used' ? words.used : words.expired}</Lead>
        <ButtonLink as={Link} to="/admin/password">
          {words.again}
        </ButtonLink>
      </Stack>
    );
  }
  return (
    <form noValidate onSubmit={send}>
      <Stack $gap={24}>
        <Heading level={1}>{words.title}</Heading>
        {submission.state === 'failed' ? <FormFailure title={words.failed} error={submission.error} /> : null}
        <NewPasswordField id="new-password" value={password} error={passwordError} onChange={setPassword} />
        <Button type="submit" wide busy={submission.state === 'busy'} busyLabel={words.busy}>
          {words.submit}
        </Button>
      </Stack>
    </form>
  );
}

/**
 * `/admin/password`: requests the link by which an admin sets a password; with a token in the URL, sets the password.
 */
export function PasswordPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const hasToken = token !== '' && token.length <= 200;
  return (
    <Page width="step">
      <PageTitle title={hasToken ? messages.set.title : messages.ask.title} />
      {hasToken ? <SetPassword key={token} token={token} /> : <AskForLink />}
    </Page>
  );
}
