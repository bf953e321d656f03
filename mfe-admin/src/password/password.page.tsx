import { requestPasswordLinkEndpoint, setStaffPasswordEndpoint } from '@ve/contracts/http/identity/admin-sign-in';
import { emailErrorMessage } from '@ve/domain/kernel/email/email-error-message';
import { parseEmail } from '@ve/domain/kernel/email/parse-email';
import { passwordProblem, passwordProblemMessages } from '@ve/domain/identity/staff/password-rules';
import { callApi } from '@ve/mfe-kit/api';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link, useSearchParams } from '@ve/mfe-kit/router';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useTypedForm } from '@ve/mfe-kit/typed-form';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { TextField } from '@ve/ui/field/field';
import { Page, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Heading, LeadText, Text } from '@ve/ui/text/text';
import { NewPasswordField } from '../platform/new-password-field.tsx';
import { messages } from './messages.en-gb.ts';

/** Requests a link; the response is the same for every address. */
function AskForLink() {
  const labels = messages.ask;
  const { submission, busy, onSubmit, field } = useTypedForm({
    id: 'link',
    names: ['email'],
    read: (typed) => {
      const parsed = parseEmail(typed.email);
      return parsed.ok ? { body: parsed.email } : { errors: { email: emailErrorMessage(typed.email) } };
    },
    send: (email) => callApi(requestPasswordLinkEndpoint, { body: { email } }),
  });
  if (submission.state === 'done') {
    return (
      <Stack $gap={24}>
        <Heading level={1}>{labels.sentTitle}</Heading>
        <LeadText role="status">{labels.sent(submission.sent)}</LeadText>
        <Text>
          <TextLink as={Link} to="/admin/signin">
            {labels.back}
          </TextLink>
        </Text>
      </Stack>
    );
  }
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack $gap={24}>
        <Heading level={1}>{labels.title}</Heading>
        <LeadText>{labels.lead}</LeadText>
        <SubmissionFailure title={labels.failed} submission={submission} />
        <TextField {...field('email')} label={labels.email} type="email" autoComplete="username" />
        <Button type="submit" wide busy={busy} busyLabel={labels.busy}>
          {labels.submit}
        </Button>
        <Text>
          <TextLink as={Link} to="/admin/signin">
            {labels.back}
          </TextLink>
        </Text>
      </Stack>
    </form>
  );
}

/** Sets a password with the token of a mailed link. */
function SetPassword({ token }: { token: string }) {
  const labels = messages.set;
  const { submission, busy, onSubmit, field } = useTypedForm({
    id: 'new',
    names: ['password'],
    read: ({ password }) => {
      const found = passwordProblem(password);
      return found === null ? { body: password } : { errors: { password: passwordProblemMessages[found] } };
    },
    send: (password) => callApi(setStaffPasswordEndpoint, { body: { token, password } }),
    refusalOf: (answer) => ({ password: answer.outcome === 'weak' ? answer.message : undefined }),
  });
  const outcome = submission.state === 'done' ? submission.answer.outcome : null;
  if (outcome === 'saved') {
    return (
      <Stack $gap={24} $align="start">
        <Heading level={1}>{labels.savedTitle}</Heading>
        <LeadText role="status">{labels.saved}</LeadText>
        <ButtonLink as={Link} to="/admin/signin">
          {labels.signIn}
        </ButtonLink>
      </Stack>
    );
  }
  if (outcome === 'expired' || outcome === 'used') {
    return (
      <Stack $gap={24} $align="start">
        <Heading level={1}>{outcome === 'used' ? labels.usedTitle : labels.expiredTitle}</Heading>
        <LeadText role="alert">{outcome === 'used' ? labels.used : labels.expired}</LeadText>
        <ButtonLink as={Link} to="/admin/password">
          {labels.again}
        </ButtonLink>
      </Stack>
    );
  }
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack $gap={24}>
        <Heading level={1}>{labels.title}</Heading>
        <SubmissionFailure title={labels.failed} submission={submission} />
        <NewPasswordField {...field('password')} />
        <Button type="submit" wide busy={busy} busyLabel={labels.busy}>
          {labels.submit}
        </Button>
      </Stack>
    </form>
  );
}

/**
 * `/admin/password`: requests the link by which an admin sets a password; with a token in the URL, sets the password.
 */
export function StaffPasswordPage() {
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
