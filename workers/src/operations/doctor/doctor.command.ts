import { exitWithUsage } from '@ve/data/cli/exit-with-usage';
import { parseArgs } from 'node:util';
import { commandAsTyped } from '../command/command-as-typed.ts';
import { readDoctorEnvironment } from './doctor.config.ts';
import { redactSecrets } from './doctor-variables.ts';
import { examine } from './examine.ts';
import { doctorReportJson, doctorReportLines } from './report-lines.ts';

const timeoutMs = 15_000;

const usage = `Usage: ${commandAsTyped('doctor', process.argv[1] ?? '')} [--json]
Checks configuration, database, queues, vendors and the site, and changes nothing. Ends with 1 where a check fails.
`;

/** Returns null if the arguments do not match `usage`. */
const readArguments = (args: string[]): { json: boolean } | null => {
  try {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } });
    return { json: values.json };
  } catch {
    return null;
  }
};

const asked = readArguments(process.argv.slice(2));
if (asked === null) {
  exitWithUsage(usage);
} else {
  const env = readDoctorEnvironment();
  const findings = await examine(env, timeoutMs);
  const report = asked.json ? doctorReportJson(findings) : doctorReportLines(findings).join('\n');
  process.stdout.write(`${redactSecrets(report, env)}\n`, () => {
    // A connection that a vendor holds open must not keep the command running.
    process.exit(findings.some(({ state }) => state === 'failed') ? 1 : 0);
  });
}
