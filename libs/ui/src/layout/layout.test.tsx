import { expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { PageBand, Section } from './layout.tsx';

test('a section and a band are regions named by their headings', () => {
  render(
    <>
      <Section title="Tax and MOT" level={3}>
        <p>Taxed</p>
      </Section>
      <PageBand title="How it works" id="how">
        <p>Three steps</p>
      </PageBand>
    </>,
  );
  const section = screen.getByRole('region', { name: 'Tax and MOT' });
  expect(within(section).getByRole('heading', { level: 3 })).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'How it works' })).toHaveAttribute('id', 'how');
});
