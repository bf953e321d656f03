import type { ParsedRequestQuery } from '@ve/contracts/endpoint';
import type { listUnsentMailsEndpoint, UnsentMail, UnsentMailPage } from '@ve/contracts/http/operations/admin-mails';
import type { FailedTextPage, listFailedTextsEndpoint } from '@ve/contracts/http/operations/admin-texts';
import type { Context } from '@ve/data/kernel/context';
import { readListTotal } from '@ve/data/operations/lists/list-totals.repository';
import {
  countUnsentMails,
  type UnsentMailRow,
  findUnsentMailPage,
  unsentMailListTime,
  type UnsentMailSelection,
} from '@ve/data/messaging/mails/mail-list.repository';
import { countFailedTexts, listFailedTexts as readFailedTexts } from '@ve/data/messaging/texts/text-list.repository';
import { pagePositionOf, toListPage } from '../../platform/list-page.ts';
import { readWithAudit } from '@ve/app/identity/staff/staff-audit';

/** Longer than a mail usually takes, which is seconds. */
const longMs = 5 * 60_000;

/** Lists a page and audits the read, because addresses are shown. */
export async function listUnsentMails(
  context: Context,
  { state = 'failed', newsletter, ...place }: ParsedRequestQuery<typeof listUnsentMailsEndpoint>,
): Promise<UnsentMailPage> {
  const selection: UnsentMailSelection =
    state === 'waiting'
      ? { state, newsletter, before: new Date(context.now().getTime() - longMs) }
      : { state, newsletter };
  const { page, total } = await readWithAudit(
    context,
    async (em) => ({
      page: await findUnsentMailPage(em, selection, pagePositionOf(place)),
      total:
        state === 'failed' && newsletter === undefined
          ? await readListTotal(em, 'failed-mails', context.now())
          : await countUnsentMails(em, selection),
    }),
    ({ page: { rows } }) => ({
      action: 'mails.listed',
      details: { state, ...(newsletter === undefined ? {} : { newsletter }), found: rows.map(({ id }) => id) },
    }),
  );
  return toListPage({ page, total, at: unsentMailListTime, show: toUnsentMail });
}

/** Lists a page and audits the read, because numbers are shown. */
export async function listFailedTexts(
  context: Context,
  query: ParsedRequestQuery<typeof listFailedTextsEndpoint>,
): Promise<FailedTextPage> {
  const { page, total } = await readWithAudit(
    context,
    async (em) => ({ page: await readFailedTexts(em, pagePositionOf(query)), total: await countFailedTexts(em) }),
    ({ page: { rows } }) => ({ action: 'texts.listed', details: { found: rows.map(({ id }) => id) } }),
  );
  return toListPage({
    page,
    total,
    at: ({ failedAt }) => failedAt,
    show: ({ createdAt, failedAt, failure, ...text }) => ({
      ...text,
      writtenAt: createdAt.toISOString(),
      failedAt: failedAt.toISOString(),
      why: failure,
    }),
  });
}

const toUnsentMail = ({ createdAt, endedAt, ...mail }: UnsentMailRow): UnsentMail => ({
  ...mail,
  writtenAt: createdAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
});
