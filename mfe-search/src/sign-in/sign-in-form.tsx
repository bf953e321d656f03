import type { SignInForm as Values } from '@ve/contracts/http/identity/auth';
import { Link } from '@ve/mfe-kit/router';
import type { TypedFormRenderProps } from '@ve/mfe-kit/typed-form';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { ErrorSummary } from '@ve/ui/error-summary/error-summary';
import { TextField } from '@ve/ui/field/field';
import { Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { PlateInput } from '@ve/ui/plate-input/plate-input';
import { Heading, LeadText, MutedText, Text } from '@ve/ui/text/text';
import { messages } from './messages.en-gb.ts';

const labels = messages.form;

export interface SignInFormProps {
  /** Initial values of the fields. */
  given: Values;
  failure: string | null;
  form: TypedFormRenderProps<keyof Values>;
  signUp: string;
  /** Whether a script handles the form. */
  isHydrated: boolean;
}

/** The form for e-mail address and registration; the input is kept until a link was sent. */
export function SignInForm({ given, failure, form, signUp, isHydrated }: SignInFormProps) {
  const { busy, onSubmit, field, summary } = form;
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack $gap={24}>
        <Stack $gap={12}>
          <Heading level={1}>{labels.heading}</Heading>
          <LeadText>{labels.lead}</LeadText>
        </Stack>
        <ErrorSummary {...summary} />
        {failure !== null ? (
          <Banner tone="fail" title={messages.failed.title}>
            {failure}
          </Banner>
        ) : null}
        <TextField
          {...field('email')}
          type="email"
          autoComplete="email"
          defaultValue={given.email}
          label={labels.email}
          hint={labels.emailHint}
        />
        <PlateInput
          {...field('registration')}
          defaultValue={given.registration}
          label={labels.registration}
          enterKeyHint="go"
        />
        {/* Without a script the browser would put the e-mail address into the URL. */}
        <Button type={isHydrated ? 'submit' : 'button'} wide busy={busy} busyLabel={labels.busy}>
          {labels.submit}
        </Button>
        <Stack $gap={8}>
          <Text>
            {labels.new}{' '}
            <TextLink as={Link} to={signUp}>
              {labels.signUp}
            </TextLink>
          </Text>
          <MutedText>{labels.noAccount}</MutedText>
        </Stack>
      </Stack>
    </form>
  );
}
