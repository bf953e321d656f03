import { Module } from '@nestjs/common';
import { VisitorChannelController } from './visitor-channel.controller.ts';

@Module({ controllers: [VisitorChannelController] })
export class VisitorChannelModule {}
