import { Module } from '@nestjs/common';
import { AddressErrors } from './address-errors.ts';
import { AddressesController } from './addresses.controller.ts';
import { AddressesService } from './addresses.service.ts';

@Module({ controllers: [AddressesController], providers: [AddressErrors, AddressesService] })
export class AddressesModule {}
