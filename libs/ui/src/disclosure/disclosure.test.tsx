import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Disclosure } from './disclosure.tsx';

test('the title opens and closes it', async () => {
  render(
    <Disclosure name="questions" title="What is it?">
      An answer
    </Disclosure>,
  );
  const item = screen.getByRole('group');
  expect(item).not.toHaveAttribute('open');
  await userEvent.click(screen.getByText('What is it?'));
  expect(item).toHaveAttribute('open');
  await userEvent.click(screen.getByText('What is it?'));
  expect(item).not.toHaveAttribute('open');
});

test('disclosures with the same name are exclusive, and a title may be a heading', () => {
  render(
    <Disclosure name="questions" title="What is it?" heading>
      An answer
    </Disclosure>,
  );
  expect(screen.getByRole('group')).toHaveAttribute('name', 'questions');
  expect(screen.getByRole('heading', { level: 2, name: 'What is it?' })).toBeInTheDocument();
});
