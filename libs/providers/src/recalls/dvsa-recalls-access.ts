import type { Readable } from 'node:stream';
import { downloadFile, UnreadableBodyError } from '../http/download.ts';
import { createHttpAgent } from '../http/http-exchange.ts';
import { slowProviderLimits } from '../http/provider-limits.ts';
import { accepted, notAccepted, notAcceptedBecause, type VendorAccess } from '../http/vendor-access.ts';
import { recallsRequestHeaders } from './dvsa-recalls.adapter.ts';
import { recallsFileColumns } from './dvsa-recalls.row.ts';

const maxHeaderBytes = 4_096;

/** Reads the names of the columns, and none of the ten megabytes after them. @throws UnreadableBodyError */
const readColumns = async (body: Readable): Promise<true> => {
  let start = '';
  for await (const chunk of body) {
    start += (chunk as Buffer).toString('latin1');
    if (start.includes('\n') || start.length > maxHeaderBytes) break;
  }
  const [header = ''] = start.split('\n');
  const names = header.split(',').map((name) => name.replace(/^\W+|[\s"]+$/g, ''));
  if (recallsFileColumns.some((column) => !names.includes(column))) throw new UnreadableBodyError('No recalls file');
  return true;
};

/** Whether DVSA's recalls file can be read, by its first line. Never throws. */
export const checkRecallsFile = async ({ url }: { url: string }, signal: AbortSignal): Promise<VendorAccess> => {
  const agent = createHttpAgent({ ...slowProviderLimits, ratePerSecond: 1, burst: 1 });
  try {
    const request = { url: new URL(url), headers: recallsRequestHeaders };
    const answered = await downloadFile(agent, { request, read: readColumns, signal });
    if (answered.answered) {
      if (answered.content !== null) return accepted('it has the columns that we read');
      return answered.status === 403
        ? notAcceptedBecause('refused')
        : notAccepted(`it answered with the unexpected status ${answered.status}`);
    }
    if (answered.failure === 'unreadable') return notAccepted('it is no recalls file');
    return answered.failure === 'connection'
      ? notAccepted('no connection to it can be made')
      : notAcceptedBecause('timeout');
  } finally {
    await agent.destroy();
  }
};
