import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PdfRenderer, RenderedPdf } from '@ve/app/report/render-report-pdf';

interface PdfRendererOptions {
  /** Node arguments for the thread; default: those of this process. */
  execArgv?: string[];
  /** Timeout of one document, in milliseconds. */
  timeoutMs?: number;
  /** Maximum heap of the thread, in megabytes. */
  heapMb?: number;
}

const thread = new URL(`./render-thread${extname(import.meta.url)}`, import.meta.url);

/**
 * Creates a renderer with a thread for each document, so that the event loop stays free and the memory is released. A
 * document that exceeds its time or memory ends only its thread.
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
