import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { ErrorSummary } from '@ve/ui/error-summary/error-summary';
import { TextField } from '@ve/ui/field/field';
import * as z from 'zod/mini';
import { renderPage } from './testing.tsx';
import { createFormReaderByContract, useTypedForm } from './typed-form.tsx';

const schema = z.object({
  name: z.string().check(z.minLength(1)),
  age: z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number)),
});
const names = ['name', 'age'] as const;

function Form({ send }: { send: (body: z.infer<typeof schema>) => Promise<string> }) {
  const { submission, onSubmit, field, summary } = useTypedForm({
    id: 'test',
    names,
    read: createFormReaderByContract(schema, (name, typed) => `Not a ${name}: “${typed}”`),
    send,
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <ErrorSummary {...summary} />
      <TextField {...field('name')} label="Name" />
      <TextField {...field('age')} label="Age" />
      <button>Send</button>
      {submission.state === 'done' ? <p role="status">{submission.answer}</p> : submission.state}
    </form>
  );
}

test('sends the trimmed fields as parsed by the contract, once at a time', async () => {
  const answer = Promise.withResolvers<string>();
  const sent: unknown[] = [];
  const { user } = renderPage(
    <Form
      send={(body) => {
        sent.push(body);
        return answer.promise;
      }}
    />,
  );
  await user.type(screen.getByLabelText('Name'), ' Dana ');
  await user.type(screen.getByLabelText('Age'), '42');
  await user.dblClick(screen.getByRole('button'));
  expect(screen.getByText('busy')).toBeInTheDocument();
  answer.resolve('Thank you');
  expect(await screen.findByRole('status')).toHaveTextContent('Thank you');
  expect(sent).toEqual([{ name: 'Dana', age: 42 }]);
});

test('sends nothing that the contract refuses: each field and the summary show why, until it is valid', async () => {
  const sent: unknown[] = [];
  const { user } = renderPage(
    <Form
      send={(body) => {
        sent.push(body);
        return Promise.resolve('Thank you');
      }}
    />,
  );
  await user.type(screen.getByLabelText('Age'), ' old{Enter}');
  expect(screen.getByRole('alert')).toHaveFocus();
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Not a name: “”',
    'Not a age: “old”',
  ]);
  await user.click(screen.getByRole('link', { name: 'Not a age: “old”' }));
  expect(screen.getByLabelText('Age')).toHaveFocus();
  expect(screen.getByLabelText('Age')).toHaveValue(' old');
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Not a name: “”');
  expect(sent).toEqual([]);
  await user.clear(screen.getByLabelText('Age'));
  await user.type(screen.getByLabelText('Age'), '7');
  await user.type(screen.getByLabelText('Name'), 'Dana{Enter}');
  expect(await screen.findByRole('status')).toHaveTextContent('Thank you');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent).toEqual([{ name: 'Dana', age: 7 }]);
});

test('an earlier result is hidden when a field is invalid', async () => {
  const { user } = renderPage(<Form send={() => Promise.reject(new Error('no'))} />);
  await user.type(screen.getByLabelText('Name'), 'Dana');
  await user.type(screen.getByLabelText('Age'), '7{Enter}');
  expect(await screen.findByText('failed')).toBeInTheDocument();
  await user.clear(screen.getByLabelText('Name'));
  await user.click(screen.getByRole('button'));
  expect(screen.getByText('idle')).toBeInTheDocument();
});

interface CodeFormProps {
  send: (code: string) => Promise<'accepted' | 'refused'>;
}

function CodeForm({ send }: CodeFormProps) {
  const { submission, onSubmit, field } = useTypedForm({
    id: 'short',
    names: ['code'],
    read: ({ code }) => {
      if (code === '') return null;
      return /^\d+$/.test(code) ? { body: code } : { errors: { code: 'Digits only' } };
    },
    send,
    refusalOf: (answer) => ({ code: answer === 'refused' ? 'Not the code' : undefined }),
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <TextField {...field('code')} label="Code" />
      <button>Send</button>
      {submission.state}
    </form>
  );
}

test('without a summary, the first invalid field takes the focus', async () => {
  const { user } = renderPage(<CodeForm send={() => Promise.resolve('accepted')} />);
  await user.type(screen.getByLabelText('Code'), 'one');
  await user.click(screen.getByRole('button'));
  expect(screen.getByLabelText('Code')).toHaveFocus();
  expect(screen.getByLabelText('Code')).toHaveAccessibleDescription('Digits only');
});

test('an answer that refuses the input is an error of its field, until the next one', async () => {
  const { user } = renderPage(<CodeForm send={(code) => Promise.resolve(code === '1' ? 'refused' : 'accepted')} />);
  await user.type(screen.getByLabelText('Code'), '1');
  await user.click(screen.getByRole('button'));
  await waitFor(() => expect(screen.getByLabelText('Code')).toHaveAccessibleDescription('Not the code'));
  expect(screen.getByLabelText('Code')).toHaveFocus();
  await user.type(screen.getByLabelText('Code'), '2{Enter}');
  await waitFor(() => expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(''));
});

test('a press is ignored when there is nothing to read', async () => {
  const { user } = renderPage(<CodeForm send={() => Promise.reject(new Error('sent'))} />);
  await user.click(screen.getByRole('button'));
  expect(screen.getByText('idle')).toBeInTheDocument();
});

test('the same errors take the focus again with the next press', async () => {
  const { user } = renderPage(<Form send={() => Promise.resolve('Thank you')} />);
  await user.click(screen.getByRole('button'));
  await user.click(screen.getByRole('button'));
  expect(screen.getByRole('alert')).toHaveFocus();
});
