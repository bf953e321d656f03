import { Module } from '@nestjs/common';
import { PageStore } from './store.ts';
import { WebController } from './web.controller.ts';
import { WebService } from './web.service.ts';

@Module({ controllers: [WebController], providers: [PageStore, WebService] })
export class WebModule {}
