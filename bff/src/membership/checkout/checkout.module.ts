import { Module } from '@nestjs/common';
import { CheckoutController } from './checkout.controller.ts';
import { CheckoutService } from './checkout.service.ts';
import { ConfirmationService } from './confirmation.service.ts';
import { PaymentAttempts } from './payment-attempts.service.ts';
import { SignUps } from './sign-ups.ts';

@Module({
  controllers: [CheckoutController],
  providers: [CheckoutService, ConfirmationService, PaymentAttempts, SignUps],
})
export class CheckoutModule {}
