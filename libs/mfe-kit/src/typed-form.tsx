import { type FormEvent, useState } from 'react';
import { useSubmission } from './use-submission.tsx';

/** The result of `safeParse` of a schema of the contract. */
export type Parsed<T> =
  { success: true; data: T } | { success: false; error: { issues: readonly { path: readonly PropertyKey[] }[] } };

interface TypedForm<N extends string, T, A> {
  /** The prefix of the ids of its fields: `contact` for `contact-name`. */
  id: string;
  /** The text fields, from top to bottom. */
  names: readonly N[];
  /** Parses the typed values by the contract. */
  parse: (typed: Record<N, string>) => Parsed<T>;
  /** The error message for an invalid field, given its value. */
  errorOf: (name: N, typed: string) => string;
  send: (body: T) => Promise<A>;
}

/**
 * A form of text fields that the contract parses on submit: sends once at a time, or returns the errors for the fields
 * and, in order, for their summary. The input stays in the fields.
 */
export function useTypedForm<N extends string, T, A>({ id, names, parse, errorOf, send }: TypedForm<N, T, A>) {
  const [errors, setErrors] = useState<Partial<Record<N, string>>>({});
  const { submission, submit, reset } = useSubmission(send);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (submission.state === 'busy') return;
    const form = new FormData(event.currentTarget);
    const typed = Object.fromEntries(
      names.map((name) => {
        const value = form.get(name);
        return [name, typeof value === 'string' ? value.trim() : ''];
      }),
    ) as Record<N, string>;
    const parsed = parse(typed);
    if (parsed.success) {
      setErrors({});
      void submit(parsed.data);
      return;
    }
    const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]));
    reset();
    setErrors(
      Object.fromEntries(
        names.filter((name) => wrong.has(name)).map((name) => [name, errorOf(name, typed[name])]),
      ) as Partial<Record<N, string>>,
    );
  };

  const field = (name: N) => ({ id: `${id}-${name}`, name, error: errors[name] });
  const summary = names.flatMap((name) => {
    const message = errors[name];
    return message === undefined ? [] : [{ fieldId: `${id}-${name}`, message }];
  });
  return { submission, reset, onSubmit, field, summary };
}
