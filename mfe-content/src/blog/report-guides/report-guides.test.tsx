import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { FillerProps, ReportFinding } from '@ve/contracts/slots';
import { adviceCauses } from '@ve/domain/verdict/causes';
import { cautionIds } from '@ve/domain/verdict/decision';
import { renderPage } from '@ve/mfe-kit/testing';
import { findArticle } from '../catalogue.ts';
import { guidesForFindings } from './guides-for-findings.ts';
import { GeneralGuides, ReportGuides } from './report-guides.slot.tsx';

const found = (...ids: ReportFinding['id'][]): ReportFinding[] => ids.map((id) => ({ id, level: 'LOOK' }));
const report = (more: Partial<FillerProps<'report.after-checks/v2'>>): FillerProps<'report.after-checks/v2'> => ({
  registration: 'AB12CDE',
  verdict: 'LOOK INTO',
  findings: [],
  isChecked: false,
  headingLevel: 2,
  ...more,
});
const idsFor = (verdict: FillerProps<'report.after-checks/v2'>['verdict'], ...ids: ReportFinding['id'][]) =>
  guidesForFindings({ verdict, findings: found(...ids), isChecked: true }).map(({ id }) => id);

describe('the guides for a report', () => {
  test('match its findings, the most serious first, each once and at most three', () => {
    expect(idsFor('WARNING', 'finance', 'mileage', 'mot-failed', 'tax-due', 'keepers')).toEqual([6, 4, 5]);
    expect(idsFor('FAILED', 'police-stolen', 'written-off')).toEqual([1]);
    expect(idsFor('PASSED', 'tax-due')).toEqual([5]);
  });

  test.each(['PASSED', 'NOTHING FOUND'] as const)(
    'for %s without findings explain what no register knows',
    (verdict) => {
      expect(guidesForFindings({ verdict, findings: [], isChecked: true })).toMatchObject([
        { id: 1, why: expect.stringMatching(/^Nothing was found\./) },
      ]);
    },
  );

  test('without a full check explain that theft, finance and write-off were not checked', () => {
    expect(guidesForFindings({ verdict: 'NOTHING FOUND', findings: [], isChecked: false })).toMatchObject([
      {
        id: 1,
        why: expect.stringMatching(/^The free records show nothing .* Theft, finance and write-off are not in them/),
      },
    ]);
  });

  test.each(['ASKING', 'INCOMPLETE'] as const)('for %s are none, since the findings are unknown', (verdict) => {
    expect(idsFor(verdict)).toEqual([]);
  });

  test('are none for findings without an article, or of a later report', () => {
    expect(idsFor('LOOK INTO', 'recall')).toEqual([]);
    expect(idsFor('LOOK INTO', 'unheard-of' as ReportFinding['id'])).toEqual([]);
  });

  test('exist for every finding', () => {
    const ids = [...adviceCauses.map(({ cause }) => cause), ...cautionIds];
    for (const id of ids) {
      for (const guide of guidesForFindings({ verdict: 'WARNING', findings: found(id), isChecked: true })) {
        expect(findArticle(String(guide.id))?.title).toBe(guide.title);
      }
    }
  });
});

describe('in the report', () => {
  test('are links under a heading of the page’s level', () => {
    renderPage(<ReportGuides {...report({ findings: found('finance', 'sorn'), headingLevel: 3 })} />);
    const region = within(screen.getByRole('region', { name: 'Worth reading for this vehicle' }));
    expect(region.getByRole('heading', { level: 3 })).toBeVisible();
    expect(region.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/blog/6', '/blog/5']);
    expect(region.getByText(/^Money is owed on it\./)).toBeVisible();
  });

  test('are absent when none matches', () => {
    const { container } = renderPage(<ReportGuides {...report({ verdict: 'ASKING' })} />);
    expect(container).toBeEmptyDOMElement();
  });

  test('explain how to read a report that does not pass its findings', () => {
    renderPage(<GeneralGuides registration="AB12CDE" headingLevel={2} />);
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/blog/1', '/blog/3']);
  });
});
