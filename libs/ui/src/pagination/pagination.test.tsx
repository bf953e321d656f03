import { expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { Pagination } from './pagination.tsx';

test('names the list, each page and the current one', () => {
  render(
    <Pagination
      label="Pages of recent reports"
      links={[{ text: 'First' }, { text: '2', label: 'Page 2', current: true }, { text: '3', label: 'Page 3' }]}
      link={({ text }, attributes) => (
        <a href={`#${text}`} {...attributes}>
          {text}
        </a>
      )}
    />,
  );
  const pages = within(screen.getByRole('navigation', { name: 'Pages of recent reports' }));
  expect(pages.getAllByRole('listitem')).toHaveLength(3);
  expect(pages.getByRole('link', { name: 'First' })).not.toHaveAttribute('aria-current');
  expect(pages.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  expect(pages.getByRole('link', { name: 'Page 3' })).toHaveTextContent('3');
});

test('renders nothing for a single page', () => {
  const { container } = render(
    <Pagination
      label="Pages of users"
      links={[{ text: '1', current: true }]}
      link={({ text }) => <a href="#1">{text}</a>}
    />,
  );
  expect(container).toBeEmptyDOMElement();
});
