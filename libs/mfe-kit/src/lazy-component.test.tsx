import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { lazyComponent } from './lazy-component.tsx';

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

test('is shown when its code is loaded, and announces before that it is loading', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Greeting>();
  const Part = lazyComponent(() => promise, '3rem', 'Loading the greeting');
  render(<Part name="Dana" />);
  expect(screen.getByRole('status')).toHaveTextContent('Loading the greeting');
  resolve(Greeting);
  expect(await screen.findByText('Hello Dana')).toBeVisible();
  expect(screen.queryByRole('status')).toBeNull();
});

test('without a label its skeleton is silent', async () => {
  const Part = lazyComponent(() => Promise.resolve(Greeting));
  render(<Part name="Dana" />);
  expect(screen.queryByRole('status')).toBeNull();
  expect(await screen.findByText('Hello Dana')).toBeVisible();
});

test('code that fails to load shows an error in its own place', async () => {
  const Broken = lazyComponent<{ name: string }>(() => Promise.reject(new Error('gone')));
  const Part = lazyComponent(() => Promise.resolve(Greeting));
  render(
    <>
      <Broken name="Dana" />
      <Part name="Eve" />
    </>,
  );
  expect(await screen.findByText('This part of the page did not load.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  expect(screen.getByText('Hello Eve')).toBeVisible();
});
