import { Controller, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type EndpointAnswerBody, buildEndpointPath, type ParsedPathParams } from '@ve/contracts/endpoint';
import {
  readVehiclePictureEndpoint,
  readVehiclePictureImageEndpoint,
  type VehiclePictureState,
} from '@ve/contracts/http/vehicle/vehicle-picture';
import type { Context } from '@ve/data/kernel/context';
import { findVehiclePicture, readPictureBytes } from '@ve/data/vehicle/picture/vehicle-picture.repository';
import { findReportOfUser } from '@ve/data/report/report.repository';
import { ProblemError } from '@ve/app/kernel/problem-error';
import type { FastifyReply } from 'fastify';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { userIdOfActor } from '../../http/user-id.ts';

const parameters = { registration: 'The registration as entered' };

/** The vendor's picture from what the workers fetched and stored: this process calls no vendor for it. */
@ApiTags('Reports')
@Controller()
export class PictureController {
  @ServesEndpoint(readVehiclePictureEndpoint, {
    audience: 'customer',
    limitShare: 2,
    summary: 'Returns whether there is a picture of a vehicle that the customer has checked',
    parameters,
  })
  async read(
    @CurrentContext() context: Context,
    @Param() { registration }: ParsedPathParams<typeof readVehiclePictureEndpoint>,
  ): Promise<VehiclePictureState> {
    const { em, now } = context;
    if (!(await isChecked(context, registration))) return { outcome: 'none' };
    const picture = await findVehiclePicture(em, registration, now());
    if (picture?.state === 'asked') return { outcome: 'asked' };
    if (picture?.state !== 'found' || picture.endedAt === null) return { outcome: 'none' };
    return {
      outcome: 'found',
      image: buildEndpointPath(readVehiclePictureImageEndpoint, { registration }),
      fetchedAt: picture.endedAt.toISOString(),
      keptUntil: picture.retainedUntil.toISOString(),
    };
  }

  /** @throws ProblemError `not-found` where there is none, and for a customer who had no full check of the vehicle */
  @ServesEndpoint(readVehiclePictureImageEndpoint, {
    audience: 'customer',
    limitShare: 2,
    summary: 'Downloads the picture of a vehicle that the customer has checked',
    parameters,
  })
  async image(
    @CurrentContext() context: Context,
    @Param() { registration }: ParsedPathParams<typeof readVehiclePictureImageEndpoint>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EndpointAnswerBody<typeof readVehiclePictureImageEndpoint>> {
    const { em, now } = context;
    const picture = (await isChecked(context, registration)) ? await readPictureBytes(em, registration, now()) : null;
    if (picture === null) throw new ProblemError('not-found');
    // The type is detected from the first bytes: one of three types that cannot contain scripts.
    void reply.header('content-type', picture.kind).header('content-disposition', 'inline; filename="picture"');
    return picture.bytes;
  }
}

const isChecked = async (context: Context, registration: string): Promise<boolean> =>
  (await findReportOfUser(context.em, userIdOfActor(context), registration))?.fullCheck != null;
