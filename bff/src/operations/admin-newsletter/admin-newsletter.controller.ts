import { Body, Controller, Header, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  createNewsletterByStaff,
  editNewsletterByStaff,
  queueNewsletterPreviewByStaff,
  startNewsletterByStaff,
  mailTestNewsletterToStaff,
} from '@ve/app/operations/newsletter-issues';
import type { EndpointAnswerBody, ParsedRequestBody, ParsedPathParams } from '@ve/contracts/endpoint';
import {
  createNewsletterIssueEndpoint,
  editNewsletterIssueEndpoint,
  listNewsletterIssuesEndpoint,
  type NewsletterIssues,
  readNewsletterPreviewHtmlEndpoint,
  previewNewsletterIssueEndpoint,
  readNewsletterPreviewTextEndpoint,
  sendNewsletterIssueEndpoint,
  sendNewsletterTestEndpoint,
} from '@ve/contracts/http/operations/admin-newsletter';
import type { Context } from '@ve/data/kernel/context';
import { longTextBodyLimit } from '../../http/body-limits.ts';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { listNewsletters, readPreviewText, readPreviewHtml } from './read-newsletters.ts';

const rules = { audience: { staff: 'admin' }, limitShare: 1 } as const;
const parameters = { id: 'The id of the newsletter, from the list' };
/** The e-mail has inline styles, links that open elsewhere, and nothing else. */
const previewPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups";

@ApiTags('Staff: records')
@Controller()
export class AdminNewsletterController {
  @ServesEndpoint(listNewsletterIssuesEndpoint, {
    ...rules,
    summary: 'Lists newsletters, newest first, with the numbers of their e-mails',
  })
  list(@CurrentContext() context: Context): Promise<NewsletterIssues> {
    return listNewsletters(context);
  }

  @ServesEndpoint(createNewsletterIssueEndpoint, {
    ...rules,
    bodyLimit: longTextBodyLimit,
    summary: 'Writes the draft of a newsletter',
  })
  create(
    @CurrentContext() context: Context,
    @Body() draft: ParsedRequestBody<typeof createNewsletterIssueEndpoint>,
  ): Promise<{ id: string }> {
    return createNewsletterByStaff(context, draft);
  }

  /** @throws ProblemError `not-found` */
  @ServesEndpoint(editNewsletterIssueEndpoint, {
    ...rules,
    bodyLimit: longTextBodyLimit,
    summary: 'Edits a draft that no one has edited or sent since it was read',
    parameters,
  })
  edit(
    @CurrentContext() context: Context,
    @Param() { id }: ParsedPathParams<typeof editNewsletterIssueEndpoint>,
    @Body() { version, ...draft }: ParsedRequestBody<typeof editNewsletterIssueEndpoint>,
  ): Promise<EndpointAnswerBody<typeof editNewsletterIssueEndpoint>> {
    return editNewsletterByStaff(context, { id, version }, draft);
  }

  /** @throws ProblemError `not-found` */
  @ServesEndpoint(readNewsletterPreviewTextEndpoint, {
    ...rules,
    summary: 'Returns the text preview, once it is rendered',
    parameters,
  })
  read(
    @CurrentContext() context: Context,
    @Param() { id }: ParsedPathParams<typeof readNewsletterPreviewTextEndpoint>,
  ): Promise<EndpointAnswerBody<typeof readNewsletterPreviewTextEndpoint>> {
    return readPreviewText(context, id);
  }

  /** @throws ProblemError `not-found` */
  @ServesEndpoint(previewNewsletterIssueEndpoint, {
    ...rules,
    bodyLimit: 4_096,
    summary: 'Renders the previews of a newsletter',
    parameters,
  })
  preview(
    @CurrentContext() context: Context,
    @Param() { id }: ParsedPathParams<typeof previewNewsletterIssueEndpoint>,
    @Body() { version }: ParsedRequestBody<typeof previewNewsletterIssueEndpoint>,
  ): Promise<EndpointAnswerBody<typeof previewNewsletterIssueEndpoint>> {
    return queueNewsletterPreviewByStaff(context, { id, version });
  }

  /** @throws ProblemError `not-found` */
  @ServesEndpoint(readNewsletterPreviewHtmlEndpoint, {
    ...rules,
    summary: 'Shows the HTML preview as a page',
    parameters,
  })
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', previewPolicy)
  open(
    @CurrentContext() context: Context,
    @Param() { id }: ParsedPathParams<typeof readNewsletterPreviewHtmlEndpoint>,
  ): Promise<string> {
    return readPreviewHtml(context, id);
  }

  /** @throws ProblemError `not-found` */
  @ServesEndpoint(sendNewsletterTestEndpoint, {
    ...rules,
    bodyLimit: 4_096,
    summary: 'E-mails a newsletter to the member of staff who asks',
    parameters,
  })
  test(
    @CurrentContext() context: Context,
    @Param() { id }: ParsedPathParams<typeof sendNewsletterTestEndpoint>,
    @Body() { version }: ParsedRequestBody<typeof sendNewsletterTestEndpoint>,
  ): Promise<EndpointAnswerBody<typeof sendNewsletterTestEndpoint>> {
    return mailTestNewsletterToStaff(context, { id, version });
  }

  /** @throws ProblemError `not-found` */
  @ServesEndpoint(sendNewsletterIssueEndpoint, {
    ...rules,
    bodyLimit: 4_096,
    summary: 'Sends a newsletter to all subscribers, once',
    parameters,
  })
  async send(
    @CurrentContext() context: Context,
    @Param() { id }: ParsedPathParams<typeof sendNewsletterIssueEndpoint>,
    @Body() { version }: ParsedRequestBody<typeof sendNewsletterIssueEndpoint>,
  ): Promise<EndpointAnswerBody<typeof sendNewsletterIssueEndpoint>> {
    return { outcome: await startNewsletterByStaff(context, { id, version }) };
  }
}
