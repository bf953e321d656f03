import type { JobContext } from '@ve/app/job-context';
import { serviceObjectives } from '@ve/domain/jobs/service-objectives';
import { Counter, type Registry } from 'prom-client';

/** Counts the events of the service objectives; each starts at 0, so that the first one is an increase. */
export const registerObjectiveMetrics = (registry: Registry): JobContext['recordObjective'] => {
  const events = new Counter({
    name: 'objective_events_total',
    help: 'First sections, memberships after a payment, and reminders, by whether they were in time',
    labelNames: ['objective', 'result'],
    registers: [registry],
  });
  for (const objective of serviceObjectives) {
    for (const result of ['met', 'missed']) events.inc({ objective, result }, 0);
  }
  return (objective, isMet) => events.inc({ objective, result: isMet ? 'met' : 'missed' });
};
