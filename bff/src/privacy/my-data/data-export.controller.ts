import { Controller, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ParsedPathParams } from '@ve/contracts/endpoint';
import {
  type DataExport,
  type DataExportList,
  type DataExportFile,
  listDataExportsEndpoint,
  readDataExportEndpoint,
  startDataExportEndpoint,
} from '@ve/contracts/http/privacy/data-exports';
import type { Context } from '@ve/data/kernel/context';
import {
  type DataExportRow,
  listDataExports as listExportRows,
  readDataExportText,
} from '@ve/data/privacy/my-data/data-export.repository';
import { dataExportRetentionMs } from '@ve/domain/privacy/lifetimes';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { ProblemError } from '@ve/app/kernel/problem-error';
import type { FastifyReply } from 'fastify';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { userIdOfActor } from '../../http/user-id.ts';
import { startDataExport } from '@ve/app/privacy/data-exports';

const rules = { audience: 'customer', limitShare: 1 } as const;

const toExport = ({ id, status, createdAt, finishedAt }: DataExportRow): DataExport => ({
  id,
  status,
  askedAt: createdAt.toISOString(),
  until:
    status === 'ready' && finishedAt !== null
      ? new Date(finishedAt.getTime() + dataExportRetentionMs).toISOString()
      : null,
});

@ApiTags('My data')
@Controller()
export class DataExportController {
  @ServesEndpoint(listDataExportsEndpoint, {
    ...rules,
    summary: 'Lists the personal data exports of the signed-in user',
  })
  async list(@CurrentContext() context: Context): Promise<DataExportList> {
    const rows = await listExportRows(context.em, userIdOfActor(context), context.now());
    return { exports: rows.map(toExport) };
  }

  @ServesEndpoint(startDataExportEndpoint, {
    ...rules,
    summary: 'Starts an export of the signed-in user’s personal data',
    description: 'Only one export runs at a time: while one does, it is returned. An e-mail is sent when it is ready.',
  })
  async start(@CurrentContext() context: Context): Promise<DataExport> {
    return toExport(await startDataExport(context, { userId: userIdOfActor(context) }));
  }

  /** @throws ProblemError `not-found` for a copy that is unknown, another user's, not ready or too old */
  @ServesEndpoint(readDataExportEndpoint, {
    ...rules,
    summary: 'Downloads a personal data export',
    parameters: { id: 'The id of the export, from the list' },
  })
  async read(
    @CurrentContext() context: Context,
    @Param() { id }: ParsedPathParams<typeof readDataExportEndpoint>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DataExportFile> {
    const file = await readDataExportText(context.em, { userId: userIdOfActor(context), id }, context.now());
    if (!file) throw new ProblemError('not-found');
    const name = `vehicle-enquiry-${londonDate(file.finishedAt)}.json`;
    void reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`);
    // Sent as stored: parsing megabytes only to serialise them again would block every other request.
    return file.content as unknown as DataExportFile;
  }
}
