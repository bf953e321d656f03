import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PdfOrder, RenderedPdf } from './render-report.ts';

/** Renders a report. How many at a time is the queue's concurrency. */
export type PdfRenderer = (order: PdfOrder, signal?: AbortSignal) => Promise<RenderedPdf>;

interface PdfRendererOptions {
  /** Arguments of Node for the thread; by default those of this process. */
  execArgv?: string[];
  /** Longest time of one document, in milliseconds. */
  timeoutMs?: number;
  /** What the thread's heap may hold, in megabytes. */
  heapMb?: number;
}

const thread = new URL(`./render-thread${extname(import.meta.url)}`, import.meta.url);

/**
 * A renderer with a thread for each document, which ends with it: the process keeps its event loop and gets its memory
 * back. A document that takes too long, or more memory than it may, costs its thread alone.
 */
export function createPdfRenderer({
  execArgv,
  timeoutMs = 60_000,
  heapMb = 256,
}: PdfRendererOptions = {}): PdfRenderer {
  return (order, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason as Error);
        return;
      }
      const worker = new Worker(thread, {
        workerData: order,
        resourceLimits: { maxOldGenerationSizeMb: heapMb },
        ...(execArgv === undefined ? {} : { execArgv }),
      });
      const end = (settle: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        void worker.terminate();
        settle();
      };
      const fail = (error: Error) => end(() => reject(error));
      const abort = () => fail(signal?.reason as Error);
      const timer = setTimeout(() => fail(new Error(`a PDF took more than ${String(timeoutMs)} ms`)), timeoutMs);
      signal?.addEventListener('abort', abort);
      worker.once('message', (rendered: RenderedPdf) => end(() => resolve(rendered)));
      worker.once('error', fail);
      worker.once('exit', () => fail(new Error('the thread of a PDF ended without it')));
    });
}
