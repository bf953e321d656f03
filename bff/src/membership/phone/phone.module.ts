import { Module } from '@nestjs/common';
import { PhoneController } from './phone.controller.ts';
import { PhoneService } from './phone.service.ts';

@Module({ controllers: [PhoneController], providers: [PhoneService] })
export class PhoneModule {}
