import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of this process, in their own registry. */
export class BffMetrics {
  readonly registry = new Registry();
  readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [this.registry],
  });
  readonly errorLogs = new Counter({
    name: 'error_logs_total',
    help: 'Error reports of browsers, by what became of them',
    labelNames: ['result'],
    registers: [this.registry],
  });
  readonly staffSignIns = new Counter({
    name: 'staff_sign_ins_total',
    help: 'Attempts to sign in as staff, by step and result',
    labelNames: ['step', 'result'],
    registers: [this.registry],
  });
  readonly fetchRefusals = new Counter({
    name: 'vehicle_fetch_refusals_total',
    help: 'New vehicle fetches that were not taken, by the reason',
    labelNames: ['reason'],
    registers: [this.registry],
  });
  readonly paymentConfirmations = new Counter({
    name: 'payment_confirmations_total',
    help: 'Payments that Stripe was asked to confirm, by its answer, and those held back after too many declines',
    labelNames: ['result'],
    registers: [this.registry],
  });
  readonly connectionsEnded = new Counter({
    name: 'http_connections_ended_total',
    help: 'Connections that were refused or ended for what they held, by reason',
    labelNames: ['why'],
    registers: [this.registry],
  });
  readonly heldBodyBytes = new Gauge({
    name: 'http_body_bytes_held',
    help: 'Bytes of request bodies in memory whose callers are not known yet',
    labelNames: ['caller'],
    registers: [this.registry],
  });
  readonly eventStreams = new Gauge({
    name: 'event_streams_open',
    help: 'Event streams that are open',
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }
}
