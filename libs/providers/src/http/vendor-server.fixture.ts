import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface VendorRecording {
  status: number;
  body: unknown;
}

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export type StubVendorReply = (response: ServerResponse, request: ReceivedRequest) => void;

/** A real HTTP server that replays recordings and injects faults. */
export interface StubVendor {
  url: string;
  /** Requests in order of arrival. */
  requests: ReceivedRequest[];
  /** Sets the replies to the next requests; the last one repeats. */
  play(...replies: [StubVendorReply, ...StubVendorReply[]]): void;
  /** Sets the replies of one path, independent of `play`. */
  playAt(path: string, ...replies: [StubVendorReply, ...StubVendorReply[]]): void;
  requestsTo(path: string): ReceivedRequest[];
  openConnections(): Promise<number>;
  close(): Promise<void>;
}

export async function startStubVendor(): Promise<StubVendor> {
  const requests: ReceivedRequest[] = [];
  const replies = new Map<string, StubVendorReply[]>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    const seen = { method: request.method ?? '', path, headers: request.headers, body: await text(request) };
    requests.push(seen);
    const queue = replies.get(path) ?? replies.get('*') ?? [];
    const reply = queue.length > 1 ? queue.shift() : queue[0];
    reply?.(response, seen);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    play: (...next) => void replies.set('*', next),
    playAt: (path, ...next) => void replies.set(path, next),
    requestsTo: (path) => requests.filter((request) => request.path === path),
    openConnections: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => {
          if (error) reject(error);
          else resolve(count);
        });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

export function readRecordings(url: URL): (name: string) => VendorRecording {
  const recordings = JSON.parse(readFileSync(url, 'utf8')) as Record<string, VendorRecording>;
  return (name) => {
    const recording = recordings[name];
    if (!recording) throw new Error(`No recording is named ${name}`);
    return recording;
  };
}

export function rawReply(status: number, body: string, headers: Record<string, string> = {}): StubVendorReply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };
}

export function jsonReply({ status, body }: VendorRecording, headers: Record<string, string> = {}): StubVendorReply {
  return rawReply(status, JSON.stringify(body), headers);
}

export const htmlReply = (status: number): StubVendorReply =>
  rawReply(status, '<!doctype html><h1>Sorry</h1>', { 'content-type': 'text/html' });

/** Accepts the request and never responds. */
export const hangingReply: StubVendorReply = () => undefined;

export const droppedSocketReply: StubVendorReply = (response) => {
  response.destroy();
};

/** Headers and half a body, then nothing. */
export const stalledBodyReply: StubVendorReply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"a":');
};

/** Sends a body slowly and never ends it. */
export const endlessTrickleReply: StubVendorReply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 5);
  response.on('close', () => {
    clearInterval(timer);
  });
};

/** Sends a body larger than any real one; calls `onClose` when the reader closes the connection. */
export function hugeBodyReply(onClose: (writtenBytes: number) => void): StubVendorReply {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const piece = Buffer.alloc(64 * 1024, 'a');
    let written = 0;
    const pump = () => {
      while (!response.destroyed) {
        written += piece.length;
        if (!response.write(piece)) {
          response.once('drain', pump);
          return;
        }
      }
    };
    response.on('close', () => {
      onClose(written);
    });
    pump();
  };
}
