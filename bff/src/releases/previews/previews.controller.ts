import { Body, Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { EndpointAnswerBody, ParsedPathParams, ParsedRequestBody } from '@ve/contracts/endpoint';
import { endPreviewEndpoint, listPreviewsEndpoint, setPreviewEndpoint } from '@ve/contracts/http/releases/previews';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { PreviewsService } from './previews.service.ts';

const name = 'The microfrontend, or `shell`';

@ApiTags('Releases')
@Controller()
export class PreviewsController {
  constructor(@Inject(PreviewsService) private readonly previews: PreviewsService) {}

  @ServesEndpoint(listPreviewsEndpoint, {
    audience: 'team',
    limitShare: 1,
    summary: 'Lists the previews of a microfrontend, with their links',
    parameters: { name },
  })
  async list(
    @CurrentContext() context: Context,
    @Param() params: ParsedPathParams<typeof listPreviewsEndpoint>,
  ): Promise<EndpointAnswerBody<typeof listPreviewsEndpoint>> {
    return { previews: await this.previews.list(context, params.name) };
  }

  @ServesEndpoint(setPreviewEndpoint, {
    audience: 'team',
    bodyLimit: 4_096,
    limitShare: 0.5,
    summary: 'Shows a published release on a host of its own',
    description:
      'For those who have the link, until it expires; visitors there are signed out and change nothing. A preview of ' +
      'this name and microfrontend shows the version from then on and keeps its link.',
    parameters: { name },
  })
  set(
    @CurrentContext() context: Context,
    @Param() params: ParsedPathParams<typeof setPreviewEndpoint>,
    @Body() body: ParsedRequestBody<typeof setPreviewEndpoint>,
  ): Promise<EndpointAnswerBody<typeof setPreviewEndpoint>> {
    return this.previews.set(context, params.name, body);
  }

  @ServesEndpoint(endPreviewEndpoint, {
    audience: 'team',
    limitShare: 0.5,
    summary: 'Ends a preview at once',
    parameters: { name, preview: 'The name of the preview' },
  })
  async end(
    @CurrentContext() context: Context,
    @Param() params: ParsedPathParams<typeof endPreviewEndpoint>,
  ): Promise<void> {
    await this.previews.end(context, params.name, params.preview);
  }
}
