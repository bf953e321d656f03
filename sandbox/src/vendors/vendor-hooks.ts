import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxClock } from '../control/clock.ts';
import type { SandboxFleet } from '../fleet/fleet.ts';
import type { CarChangesStore } from '../fleet/changed-cars.ts';
import { compactRegistration } from '../registration.ts';
import type { UkvdPackageBills } from '../ukvd/ukvd-package-bills.ts';
import { applyVendorFault } from './apply-fault.ts';
import type { LoggedVendorCall, VendorCallLog } from './call-log.ts';
import type { VendorFault, VendorFaultStore } from './fault-store.ts';
import type { CannedAnswer, FaultAnswersByMode, VendorName } from './vendor.types.ts';

/** The shared context of all vendors of the sandbox. */
export interface SandboxContext {
  clock: SandboxClock;
  now: () => Date;
  fleet: SandboxFleet;
  /** The cars that were changed on the control page. */
  moves: CarChangesStore;
  faults: VendorFaultStore;
  calls: VendorCallLog;
  bills: UkvdPackageBills;
  /** Aborted when the sandbox stops. */
  closing: AbortSignal;
}

export interface VendorHooks {
  vendor: VendorName;
  /** The request for the call log; never contains a key. */
  asked: (request: FastifyRequest) => string;
  /** The registration as sent by the caller, or null. */
  registration: (request: FastifyRequest) => string | null;
  /** The operation, at a vendor that has several; a fault can be limited to one. */
  operation?: (request: FastifyRequest) => string;
  /** The response to a client without a valid key, or null if authorised. */
  refuse: (request: FastifyRequest) => CannedAnswer | null;
  /** A response that precedes the fault's, such as that of a repeated request; null if there is none. */
  claim?: (request: FastifyRequest, reply: FastifyReply, fault: VendorFault | null) => CannedAnswer | null;
  faults: FaultAnswersByMode;
}

export const sendCannedAnswer = (reply: FastifyReply, answer: CannedAnswer): FastifyReply =>
  reply
    .code(answer.status)
    .headers(answer.headers ?? {})
    .send(answer.body);

/** Logs each call, checks the key, then applies an injected fault: in the same order as the real vendors. */
export function addVendorHooks(app: FastifyInstance, context: SandboxContext, hooks: VendorHooks): void {
  const open = new WeakMap<FastifyRequest, LoggedVendorCall>();
  const lost = new WeakSet<FastifyRequest>();
  app.addHook('onRequest', async (request, reply) => {
    open.set(request, context.calls.begin(hooks.vendor, hooks.asked(request), context.now()));
    const refusal = hooks.refuse(request);
    if (refusal) return sendCannedAnswer(reply, refusal);
  });
  app.addHook('preHandler', async (request, reply) => {
    const received = hooks.registration(request);
    const registration = received === null ? null : compactRegistration(received).slice(0, 20);
    const call = open.get(request);
    if (call) call.registration = registration;
    const fault = context.faults.take(hooks.vendor, registration, hooks.operation?.(request));
    const asked = hooks.asked(request);
    if (fault?.mode === 'answers-lost') lost.add(request);
    const early = hooks.claim?.(request, reply, fault);
    if (early) return sendCannedAnswer(reply, early);
    if (
      fault &&
      (await applyVendorFault(reply, {
        fault,
        call: { registration, asked },
        answers: hooks.faults,
        closing: context.closing,
      }))
    )
      return reply;
  });
  app.addHook('onSend', async (request, reply) => {
    if (lost.has(request)) reply.raw.socket?.destroy();
  });
  app.addHook('onResponse', async (request, reply) => {
    const call = open.get(request);
    if (call) call.status = reply.statusCode;
  });
}
