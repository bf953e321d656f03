import { type FormEvent, useState } from 'react';
import { useFormSubmission } from './use-form-submission.tsx';

/** Error messages by field. */
export type FieldErrors<N extends string> = { readonly [Name in N]?: string | undefined };

/** What was typed: the body to send, or why fields are invalid; null ignores the press. */
export type FormReadResult<N extends string, T> = { body: T } | { errors: FieldErrors<N> } | null;

export interface TypedFormFieldProps {
  id: string;
  name: string;
  error: string | undefined;
}

interface TypedForm<N extends string, T, A> {
  /** The prefix of the ids of its fields: `contact` for `contact-name`. */
  id: string;
  /** The text fields, from top to bottom. */
  names: readonly N[];
  read: (typed: Record<N, string>) => FormReadResult<N, T>;
  send: (body: T) => A | Promise<A>;
  /** The errors of an answer that refuses what was typed. */
  refusalOf?: (answer: A) => FieldErrors<N> | undefined;
}

/**
 * A form of text fields that are read on submit: sends once at a time, or returns the errors for the fields and, in
 * order, for their summary. The first invalid field takes the focus, unless the form shows the summary, which does. The
 * input stays in the fields, so that pressing again is the retry after a failure.
 */
export function useTypedForm<N extends string, T, A>({ id, names, read, send, refusalOf }: TypedForm<N, T, A>) {
  const [{ errors, attempt }, setShown] = useState<{ errors: FieldErrors<N>; attempt: number }>({
    errors: {},
    attempt: 0,
  });
  const show = (wrong: FieldErrors<N> = {}) => {
    setShown((before) => ({ errors: wrong, attempt: before.attempt + 1 }));
    const first = names.find((name) => wrong[name] !== undefined);
    if (first !== undefined) document.getElementById(`${id}-${first}`)?.focus();
  };
  const {
    submission,
    submit: begin,
    reset,
  } = useFormSubmission(async (body: T) => {
    const answer = await send(body);
    show(refusalOf?.(answer));
    return answer;
  });
  const busy = submission.state === 'busy';
  const submit = (body: T) => {
    show();
    void begin(body);
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    const reading = read(
      Object.fromEntries(
        names.map((name) => {
          const value = form.get(name);
          return [name, typeof value === 'string' ? value : ''];
        }),
      ) as Record<N, string>,
    );
    if (reading === null) return;
    if ('body' in reading) submit(reading.body);
    else {
      reset();
      show(reading.errors);
    }
  };

  const field = (name: N): TypedFormFieldProps => ({ id: `${id}-${name}`, name, error: errors[name] });
  const summary = {
    attempt,
    errors: names.flatMap((name) => {
      const message = errors[name];
      return message === undefined ? [] : [{ fieldId: `${id}-${name}`, message }];
    }),
  };
  return { submission, busy, submit, show, reset, onSubmit, field, summary };
}

/** A form as the component that shows its fields sees it. */
export type TypedFormRenderProps<N extends string, A = unknown> = Pick<
  ReturnType<typeof useTypedForm<N, unknown, A>>,
  'submission' | 'busy' | 'onSubmit' | 'field' | 'summary'
>;

interface Schema<N extends string, T> {
  safeParse: (
    typed: Record<N, string>,
  ) => { success: true; data: T } | { success: false; error: { issues: readonly { path: readonly PropertyKey[] }[] } };
}

/** Reads the trimmed fields by the contract; `errorOf` returns the message for an invalid field, given its value. */
export const createFormReaderByContract =
  <N extends string, T>(schema: Schema<N, T>, errorOf: (name: N, typed: string) => string) =>
  (given: Record<N, string>): FormReadResult<N, T> => {
    const entries = Object.entries<string>(given).map(([name, typed]) => [name as N, typed.trim()] as const);
    const parsed = schema.safeParse(Object.fromEntries(entries) as Record<N, string>);
    if (parsed.success) return { body: parsed.data };
    const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]));
    return {
      errors: Object.fromEntries(
        entries.filter(([name]) => wrong.has(name)).map(([name, typed]) => [name, errorOf(name, typed)]),
      ) as FieldErrors<N>,
    };
  };
