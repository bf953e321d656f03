import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { VendorFault } from './fault-store.ts';
import type { FaultAnswersByMode, VendorCallWithFault } from './vendor.types.ts';

const megabyte = 1024 * 1024;

/** 32 MB of valid JSON, generated while it is sent. */
function* hugeJson(): Generator<string> {
  yield '{"registrationNumber":"';
  for (let sent = 0; sent < 32; sent += 1) yield 'A'.repeat(megabyte);
  yield '"}';
}

/** Applies a fault to a response. @returns false when the response is still to be sent (the fault was only a delay) */
export async function applyVendorFault(
  reply: FastifyReply,
  {
    fault,
    call,
    answers,
    closing,
  }: { fault: VendorFault; call: VendorCallWithFault; answers: FaultAnswersByMode; closing: AbortSignal },
): Promise<boolean> {
  if (fault.delayMs > 0) {
    // A closing sandbox responds immediately instead of delaying its shutdown.
    await wait(fault.delayMs, null, { signal: closing }).catch(() => null);
  }
  const socket = reply.raw.socket;
  switch (fault.mode) {
    case 'ok':
    case 'slow':
    case 'answers-lost': // The response is made, and lost when it is sent.
      return false;
    case 'hang':
      reply.hijack();
      closing.addEventListener('abort', () => socket?.destroy(), { once: true });
      return true;
    case 'drop':
      reply.hijack();
      socket?.destroy();
      return true;
    case 'malformed':
      reply.type('application/json; charset=utf-8').send('{"registrationNumber":"AB12CDE","taxStatus":"Tax');
      return true;
    case 'huge':
      reply.type('application/json; charset=utf-8').send(Readable.from(hugeJson()));
      return true;
    case 'html':
      reply.type('text/html; charset=utf-8').send('<!doctype html><title>Please wait</title><h1>Please wait</h1>');
      return true;
    case 'error-500':
    case 'error-503':
    case 'rate-limit':
    case 'forbidden':
    case 'bad-request':
    case 'not-found':
    case 'wrong-shape': {
      const answer = answers[fault.mode](call);
      reply
        .code(answer.status)
        .headers(answer.headers ?? {})
        .send(answer.body);
      return true;
    }
  }
}
