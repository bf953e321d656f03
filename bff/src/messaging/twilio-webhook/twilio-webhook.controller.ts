import { Controller, Inject, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ParsedRequestQuery } from '@ve/contracts/endpoint';
import { receiveInboundTextEndpoint, receiveTextDeliveryReceiptEndpoint } from '@ve/contracts/http/messaging/webhooks';
import type { Context } from '@ve/data/kernel/context';
import { readTwilioInboundText, readTwilioReceipt } from '@ve/providers/text/twilio-receipt';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { TwilioSignatureVerifier } from './twilio-signature-verifier.ts';
import { applyTextReceipt } from '@ve/app/messaging/texts/text-receipts';
import { InboundTextService } from '@ve/app/messaging/texts/receive-text';

const rules = { audience: { vendor: TwilioSignatureVerifier }, anyHost: true, bodyLimit: 16_384 } as const;

@ApiTags('Webhooks')
@Controller()
export class TwilioWebhookController {
  constructor(
    @Inject(TwilioSignatureVerifier) private readonly signature: TwilioSignatureVerifier,
    @Inject(InboundTextService) private readonly texts: InboundTextService,
  ) {}

  /**
   * A form that is no receipt, or belongs to an unknown text, gets the same response: Twilio could do nothing about it.
   */
  @ServesEndpoint(receiveTextDeliveryReceiptEndpoint, {
    ...rules,
    summary: 'Receives the delivery receipt of a text',
    parameters: { text: 'Our id of the text' },
  })
  async receipt(
    @CurrentContext() context: Context,
    @Req() { rawBody }: { rawBody?: Buffer },
    @Query() { text }: ParsedRequestQuery<typeof receiveTextDeliveryReceiptEndpoint>,
  ): Promise<void> {
    const receipt = readTwilioReceipt(this.signature.formIn(rawBody));
    if (receipt !== null) await applyTextReceipt(context, receipt, text ?? null);
  }

  @ServesEndpoint(receiveInboundTextEndpoint, { ...rules, summary: 'Receives a text sent to our number' })
  async inbound(@CurrentContext() context: Context, @Req() { rawBody }: { rawBody?: Buffer }): Promise<void> {
    const inbound = readTwilioInboundText(this.signature.formIn(rawBody));
    if (inbound !== null) await this.texts.receive(context, inbound);
  }
}
