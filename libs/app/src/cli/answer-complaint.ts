import { exitWithUsage } from '@ve/data/cli/exit-with-usage';
import * as z from 'zod';
import { writeAuditEntry } from '@ve/data/identity/audit-log/audit-log.repository';
import { connectDatabase } from '@ve/data/kernel/database';
import { readDatabaseTime } from '@ve/data/kernel/database-time';
import { type CaseEndOutcome, endOpenCase } from '../operations/end-case.ts';

const outcomes = {
  done: 'is marked as answered; its sender sees it under the link in their e-mail.',
  erased: 'is now deleted, as its sender asked.',
  'to-be-erased': 'is open still.',
  already: 'was answered before or is closed. Nothing has changed.',
  unknown: 'is not known. Check the reference in the mail to support.',
} as const satisfies Record<CaseEndOutcome['outcome'], string>;

/** Marks a complaint as answered, with an entry in the audit log. */
const answer = async (url: string, reference: string): Promise<CaseEndOutcome['outcome']> => {
  const orm = await connectDatabase({ url, poolSize: 2 });
  try {
    return await orm.em.fork().transactional(async (em) => {
      const now = await readDatabaseTime(em);
      const ending = { reference, kind: 'complaint', how: 'answered', answer: null, erase: true } as const;
      const { outcome } = await endOpenCase(em, ending, now);
      if (outcome === 'done' || outcome === 'erased') {
        const action = outcome === 'done' ? 'complaint.answered' : 'complaint.erased';
        await writeAuditEntry(em, { actor: 'answer-complaint', action, subject: reference }, now);
      }
      return outcome;
    });
  } finally {
    await orm.close(true);
  }
};

const usage = 'Usage: npm run answer-complaint VE-7K3M9QXA\n';

const reference = (process.argv[2] ?? '').trim().toUpperCase();
const url = z.url({ protocol: /^postgres(ql)?$/ }).safeParse(process.env.DATABASE_URL);
if (!/^VE-[A-Z0-9]{8}$/.test(reference)) {
  exitWithUsage(usage);
} else if (!url.success) {
  process.stderr.write('DATABASE_URL must be a Postgres URL\n');
  process.exitCode = 1;
} else {
  try {
    const outcome = await answer(url.data, reference);
    process.stdout.write(`${reference} ${outcomes[outcome]}\n`);
    if (outcome === 'unknown') process.exitCode = 1;
  } catch (error) {
    process.stderr.write(`answer-complaint failed: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
