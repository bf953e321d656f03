import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Tabs } from './tabs.tsx';

const items = [
  { id: 'a', label: 'First', content: 'one' },
  { id: 'b', label: 'Second', content: 'two' },
  { id: 'c', label: 'Third', content: 'three' },
];

test('arrow keys, Home and End move through the tabs and wrap around', async () => {
  render(<Tabs label="Sections" items={items} />);
  await userEvent.tab();
  expect(screen.getByRole('tab', { name: 'First' })).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(screen.getByRole('tab', { name: 'Third' })).toHaveFocus();
  expect(screen.getByRole('tabpanel', { name: 'Third' })).toHaveTextContent('three');
  await userEvent.keyboard('{Home}');
  expect(screen.getByRole('tab', { name: 'First', selected: true })).toHaveFocus();
  expect(screen.getAllByRole('tabpanel')).toHaveLength(1);
});

test('can be controlled, and an unknown value falls back to the first tab', async () => {
  const choose = jest.fn();
  const { rerender } = render(<Tabs label="Sections" items={items} selected="b" onSelect={choose} />);
  await userEvent.click(screen.getByRole('tab', { name: 'Third' }));
  expect(choose).toHaveBeenCalledWith('c');
  expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Second');
  rerender(<Tabs label="Sections" items={items} selected="nonsense" />);
  expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('First');
});

test('hidden panels stay in the document for printing', () => {
  render(<Tabs label="Sections" items={items} />);
  expect(screen.getByText('three')).not.toBeVisible();
});
