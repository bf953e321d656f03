import { Module } from '@nestjs/common';
import { OneClickController } from './one-click.controller.ts';
import { UnsubscribeController } from './unsubscribe.controller.ts';
import { UnsubscribeLinks } from '@ve/app/messaging/mails/unsubscribe';
import { lockEmailOf } from '@ve/data/identity/user/user.repository';

const links = { provide: UnsubscribeLinks, useValue: new UnsubscribeLinks(lockEmailOf) };

@Module({ controllers: [UnsubscribeController, OneClickController], providers: [links] })
export class UnsubscribeModule {}
