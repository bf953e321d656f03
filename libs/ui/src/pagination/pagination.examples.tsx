import { Pagination } from './pagination.tsx';

export const examples = {
  'In the middle': (
    <Pagination
      label="Pages of recent reports"
      links={[
        { text: 'First' },
        { text: '2', label: 'Page 2' },
        { text: '3', label: 'Page 3', current: true },
        { text: '4', label: 'Page 4' },
        { text: 'Last' },
      ]}
      link={({ text }, attributes) => (
        <a href={`#${text}`} {...attributes}>
          {text}
        </a>
      )}
    />
  ),
};
