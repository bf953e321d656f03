import { type CaseKind, caseKinds } from '@ve/domain/messaging/contact/case-kinds';
import { Gauge, type Registry } from 'prom-client';

/** Counts, on every scrape, the open cases of each kind whose promised time has passed. */
export const measureOverdueCases = (
  registry: Registry,
  count: () => Promise<{ kind: CaseKind; count: number }[]>,
): void => {
  new Gauge({
    name: 'overdue_cases',
    help: 'Open enquiries, complaints, data disputes and affiliate applications whose promised time has passed',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      this.reset();
      const found = await count().catch(() => null);
      if (found === null) return;
      for (const kind of caseKinds) this.set({ kind }, found.find((each) => each.kind === kind)?.count ?? 0);
    },
  });
};
