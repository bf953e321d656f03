import type { ErrorCode } from '@ve/contracts/errors';
import { apiErrors } from '@ve/contracts/errors';
import { ProblemError, toProblemDocument } from '@ve/app/kernel/problem-error';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

const codes: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
  HPE_HEADER_OVERFLOW: 'request-too-large',
};

/** Responds to malformed, slow or oversized requests with a problem document, and closes the connection. */
export const createClientErrorHandler =
  (headers: Readonly<Record<string, string>>) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const problem = new ProblemError(codes[error.code ?? ''] ?? 'request-invalid');
    const { status } = apiErrors[problem.code];
    const requestId = randomUUID();
    const body = JSON.stringify(toProblemDocument(problem, requestId));
    const fields = {
      ...headers,
      'x-request-id': requestId,
      'content-type': 'application/problem+json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}`;
    socket.end(`${head}\r\n${body}`, () => socket.destroy());
  };
