import type { EndpointAnswerBody, ParsedRequestQuery } from '@ve/contracts/endpoint';
import type { listDeadLettersEndpoint } from '@ve/contracts/http/operations/admin-operations';
import type { Context } from '@ve/data/kernel/context';
import { countDeadLetters, findDeadLetters, type DeadLetterRow } from '@ve/data/jobs/outbox/dead-letter.repository';
import { pagePositionOf, toListPage } from '../../platform/list-page.ts';

export async function listDeadLetters(
  { em }: Context,
  { seen, ...query }: ParsedRequestQuery<typeof listDeadLettersEndpoint>,
): Promise<EndpointAnswerBody<typeof listDeadLettersEndpoint>> {
  const which = { seen: seen !== undefined };
  const page = await findDeadLetters(em, pagePositionOf(query), which);
  return toListPage({
    page,
    total: await countDeadLetters(em, which),
    at: ({ failedAt }) => failedAt,
    show: toDeadLetter,
  });
}

const toDeadLetter = ({ id, jobName, why, enqueuedAt, failedAt, dismissedAt }: DeadLetterRow) => ({
  id,
  job: jobName,
  why,
  enqueuedAt: enqueuedAt.toISOString(),
  failedAt: failedAt.toISOString(),
  dismissedAt: dismissedAt?.toISOString() ?? null,
});
