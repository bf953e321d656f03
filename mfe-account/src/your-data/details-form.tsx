import { useQueryClient } from '@tanstack/react-query';
import { type Profile, type ProfileForm, profileFormSchema, saveProfile } from '@ve/contracts/http/profile';
import { callApi } from '@ve/mfe-kit/api';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { ErrorSummary } from '@ve/ui/error-summary/error-summary';
import { TextField } from '@ve/ui/field/field';
import { Section, Stack } from '@ve/ui/layout/layout';
import { type FormEvent, useState } from 'react';
import { messages } from './messages.en-gb.ts';
import { profileKey } from './your-data.query.ts';

const words = messages.details;

const fields = ['name', 'address', 'postcode', 'phone'] as const;
type Name = (typeof fields)[number];

const idOf = (field: Name) => `your-data-${field}`;

/** Parses what was typed by the contract: the form, or the errors by field. */
function readForm(typed: FormData): { form: ProfileForm } | { errors: Partial<Record<Name, string>> } {
  const textOf = (field: Name): string => {
    const value = typed.get(field);
    return typeof value === 'string' ? value.trim() : '';
  };
  const parsed = profileFormSchema.safeParse(Object.fromEntries(fields.map((field) => [field, textOf(field)])));
  if (parsed.success) return { form: parsed.data };
  const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]));
  return {
    errors: Object.fromEntries(fields.filter((field) => wrong.has(field)).map((field) => [field, words.errors[field]])),
  };
}

/** `+447700900123` as it is written in the UK: without the country's code. */
const nationalOf = (phone: string | null): string => phone?.replace(/^\+44/, '0') ?? '';

/** Of the form, so that a press on anything else can be told. */
export const detailsId = 'your-data-details';

interface DetailsFormProps {
  profile: Profile;
  userId: string;
  /** Another part of the page is used now: what was said here is old. */
  elsewhere: boolean;
}

/** Name, address and telephone, to correct or to remove. */
export function DetailsForm({ profile, userId, elsewhere }: DetailsFormProps) {
  const client = useQueryClient();
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});
  const { submission, submit, reset } = useSubmission(async (body: ProfileForm) => {
    client.setQueryData(profileKey(userId), await callApi(saveProfile, { body }));
  });

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readForm(new FormData(event.currentTarget));
    if ('form' in read) {
      setErrors({});
      void submit(read.form);
    } else {
      reset();
      setErrors(read.errors);
    }
  };
  const summary = fields.flatMap((field) => {
    const message = errors[field];
    return message === undefined ? [] : [{ fieldId: idOf(field), message }];
  });

  return (
    <Section title={words.title}>
      <form id={detailsId} noValidate onSubmit={send}>
        <Stack $gap={24}>
          <ErrorSummary errors={summary} />
          <TextField
            id={idOf('name')}
            name="name"
            autoComplete="name"
            label={words.name}
            defaultValue={profile.name ?? ''}
            error={errors.name}
          />
          <TextField
            id={idOf('address')}
            name="address"
            autoComplete="street-address"
            label={words.address}
            hint={words.addressHint}
            defaultValue={profile.address ?? ''}
            error={errors.address}
          />
          <TextField
            id={idOf('postcode')}
            name="postcode"
            autoComplete="postal-code"
            autoCapitalize="characters"
            spellCheck={false}
            label={words.postcode}
            defaultValue={profile.postcode ?? ''}
            error={errors.postcode}
          />
          <TextField
            id={idOf('phone')}
            name="phone"
            type="tel"
            autoComplete="tel"
            label={words.phone}
            hint={words.phoneHint}
            defaultValue={nationalOf(profile.phone)}
            error={errors.phone}
          />
          {submission.state === 'failed' ? <FormFailure title={words.failed} error={submission.error} /> : null}
          <div>
            <Button type="submit" busy={submission.state === 'busy'} busyLabel={words.busy}>
              {words.save}
            </Button>
          </div>
          {submission.state === 'done' && !elsewhere ? (
            <Banner tone="pass" role="status" title={words.saved}>
              {words.savedText}
            </Banner>
          ) : null}
        </Stack>
      </form>
    </Section>
  );
}
