import { Body, Controller, Header, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  createNewsletterByStaff,
  editNewsletterByStaff,
  previewNewsletterByStaff,
  sendNewsletterByStaff,
  testNewsletterByStaff,
} from '@ve/app/operations/newsletter-issues';
import type { AnswerOf, BodyOf, ParamsOf } from '@ve/contracts/endpoint';
import {
  createNewsletterIssue,
  editNewsletterIssue,
  listNewsletterIssues,
  type NewsletterIssues,
  openNewsletterPreview,
  previewNewsletterIssue,
  readNewsletterPreview,
  sendNewsletterIssue,
  testNewsletterIssue,
} from '@ve/contracts/http/operations/admin-newsletter';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { AdminNewsletterService } from './admin-newsletter.service.ts';

const rules = { audience: { staff: 'admin' }, limitShare: 1 } as const;
const parameters = { id: 'The id of the newsletter, from the list' };
/** The e-mail has inline styles, links that open elsewhere, and nothing else. */
const previewPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups";

@ApiTags('Staff: records')
@Controller()
export class AdminNewsletterController {
  constructor(@Inject(AdminNewsletterService) private readonly newsletter: AdminNewsletterService) {}

  @ServesEndpoint(listNewsletterIssues, {
    ...rules,
    summary: 'Lists newsletters, newest first, with the numbers of their e-mails',
  })
  list(@CurrentContext() context: Context): Promise<NewsletterIssues> {
    return this.newsletter.list(context);
  }

  @ServesEndpoint(createNewsletterIssue, { ...rules, bodyLimit: 32_768, summary: 'Writes the draft of a newsletter' })
  create(
    @CurrentContext() context: Context,
    @Body() draft: BodyOf<typeof createNewsletterIssue>,
  ): Promise<{ id: string }> {
    return createNewsletterByStaff(context, draft);
  }

  /** @throws ProblemError `not-found` */
  @ServesEndpoint(editNewsletterIssue, {
    ...rules,
    bodyLimit: 32_768,
    summary: 'Edits a draft that no one has edited or sent since it was read',
    parameters,
  })
  edit(
    @CurrentContext() context: Context,
    @Param() { id }: ParamsOf<typeof editNewsletterIssue>,
    @Body() { version, ...draft }: BodyOf<typeof editNewsletterIssue>,
  ): Promise<AnswerOf<typeof editNewsletterIssue>> {
    return editNewsletterByStaff(context, { id, version }, draft);
  }

  /** @throws ProblemError `not-found` */
  @ServesEndpoint(readNewsletterPreview, {
    ...rules,
    summary: 'Returns the text preview, once it is rendered',
    parameters,
  })
  async read(
    @CurrentContext() context: Context,
    @Param() { id }: ParamsOf<typeof readNewsletterPreview>,
  ): Promise<AnswerOf<typeof readNewsletterPreview>> {
    return { text: await this.newsletter.previewText(context, id) };
  }

  /** @throws ProblemError `not-found` */
  @ServesEndpoint(previewNewsletterIssue, {
    ...rules,
    bodyLimit: 4_096,
    summary: 'Renders the previews of a newsletter',
    parameters,
  })
  preview(
    @CurrentContext() context: Context,
    @Param() { id }: ParamsOf<typeof previewNewsletterIssue>,
    @Body() { version }: BodyOf<typeof previewNewsletterIssue>,
  ): Promise<AnswerOf<typeof previewNewsletterIssue>> {
    return previewNewsletterByStaff(context, { id, version });
  }

  /** @throws ProblemError `not-found` */
  @ServesEndpoint(openNewsletterPreview, { ...rules, summary: 'Shows the HTML preview as a page', parameters })
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', previewPolicy)
  open(@CurrentContext() context: Context, @Param() { id }: ParamsOf<typeof openNewsletterPreview>): Promise<string> {
    return this.newsletter.previewHtml(context, id);
  }

  /** @throws ProblemError `not-found` */
  @ServesEndpoint(testNewsletterIssue, {
    ...rules,
    bodyLimit: 4_096,
    summary: 'E-mails a newsletter to the member of staff who asks',
    parameters,
  })
  test(
    @CurrentContext() context: Context,
    @Param() { id }: ParamsOf<typeof testNewsletterIssue>,
    @Body() { version }: BodyOf<typeof testNewsletterIssue>,
  ): Promise<AnswerOf<typeof testNewsletterIssue>> {
    return testNewsletterByStaff(context, { id, version });
  }

  /** @throws ProblemError `not-found` */
  @ServesEndpoint(sendNewsletterIssue, {
    ...rules,
    bodyLimit: 4_096,
    summary: 'Sends a newsletter to all subscribers, once',
    parameters,
  })
  async send(
    @CurrentContext() context: Context,
    @Param() { id }: ParamsOf<typeof sendNewsletterIssue>,
    @Body() { version }: BodyOf<typeof sendNewsletterIssue>,
  ): Promise<AnswerOf<typeof sendNewsletterIssue>> {
    return { outcome: await sendNewsletterByStaff(context, { id, version }) };
  }
}
