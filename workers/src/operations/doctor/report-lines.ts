import type { DoctorFinding } from './doctor-check.ts';

const lineOf = (finding: DoctorFinding): string[] => {
  switch (finding.state) {
    case 'passed':
      return [`  ✔ ${finding.name}${finding.detail === undefined ? '' : `: ${finding.detail}`}`];
    case 'failed':
      return [`  ✖ ${finding.name}: ${finding.problem.replaceAll('\n', '\n      ')}`, `    → ${finding.remedy}`];
    case 'not-checked':
      return [`  – ${finding.name}: not checked here, ${finding.reason}`];
  }
};

const countOf = (findings: readonly DoctorFinding[], state: DoctorFinding['state']): number =>
  findings.filter((finding) => finding.state === state).length;

/** The findings by group, and their numbers. */
export const doctorReportLines = (findings: readonly DoctorFinding[]): string[] => {
  const groups = [...new Set(findings.map(({ group }) => group))];
  return [
    ...groups.flatMap((group) => [group, ...findings.filter((each) => each.group === group).flatMap(lineOf)]),
    '',
    `${countOf(findings, 'passed')} ✔, ${countOf(findings, 'failed')} ✖, ${countOf(findings, 'not-checked')} –`,
  ];
};

/** The findings for a program that reads them. */
export const doctorReportJson = (findings: readonly DoctorFinding[]): string =>
  JSON.stringify(
    {
      healthy: countOf(findings, 'failed') === 0,
      checks: findings.map(({ group, name, ...result }) => ({ group, name, ...result })),
    },
    null,
    2,
  );
