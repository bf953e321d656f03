import { useQueryClient } from '@tanstack/react-query';
import { type Profile, profileFormSchema, saveProfileEndpoint } from '@ve/contracts/http/privacy/profile';
import { callApi } from '@ve/mfe-kit/api';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { createFormReaderByContract, useTypedForm } from '@ve/mfe-kit/typed-form';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { ErrorSummary } from '@ve/ui/error-summary/error-summary';
import { TextField } from '@ve/ui/field/field';
import { Section, Stack } from '@ve/ui/layout/layout';
import { messages } from './messages.en-gb.ts';
import { profileQueryKey } from './your-data.query.ts';

const labels = messages.details;

const read = createFormReaderByContract(profileFormSchema, (name: keyof typeof labels.errors) => labels.errors[name]);

/** Formats `+447700900123` for the UK: a leading 0 instead of the country code. */
const nationalOf = (phone: string | null): string => phone?.replace(/^\+44/, '0') ?? '';

/** The id of the form, by which the page recognises a press outside it. */
export const personalDetailsFormId = 'your-data-details';

interface DetailsFormProps {
  profile: Profile;
  userId: string;
  /** The user has pressed something outside the form: its last result is hidden. */
  elsewhere: boolean;
}

/** The form for name, address and telephone, to correct or to remove them. */
export function PersonalDetailsForm({ profile, userId, elsewhere }: DetailsFormProps) {
  const client = useQueryClient();
  const { submission, busy, onSubmit, field, summary } = useTypedForm({
    id: 'your-data',
    names: ['name', 'address', 'postcode', 'phone'],
    read,
    send: async (body) => {
      client.setQueryData(profileQueryKey(userId), await callApi(saveProfileEndpoint, { body }));
    },
  });
  return (
    <Section title={labels.title}>
      <form id={personalDetailsFormId} noValidate onSubmit={onSubmit}>
        <Stack $gap={24}>
          <ErrorSummary {...summary} />
          <TextField {...field('name')} autoComplete="name" label={labels.name} defaultValue={profile.name ?? ''} />
          <TextField
            {...field('address')}
            autoComplete="street-address"
            label={labels.address}
            hint={labels.addressHint}
            defaultValue={profile.address ?? ''}
          />
          <TextField
            {...field('postcode')}
            autoComplete="postal-code"
            autoCapitalize="characters"
            spellCheck={false}
            label={labels.postcode}
            defaultValue={profile.postcode ?? ''}
          />
          <TextField
            {...field('phone')}
            type="tel"
            autoComplete="tel"
            label={labels.phone}
            hint={labels.phoneHint}
            defaultValue={nationalOf(profile.phone)}
          />
          <SubmissionFailure title={labels.failed} submission={submission} />
          <div>
            <Button type="submit" busy={busy} busyLabel={labels.busy}>
              {labels.save}
            </Button>
          </div>
          {submission.state === 'done' && !elsewhere ? (
            <Banner tone="pass" role="status" title={labels.saved}>
              {labels.savedText}
            </Banner>
          ) : null}
        </Stack>
      </form>
    </Section>
  );
}
