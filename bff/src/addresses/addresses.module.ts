import { Module } from '@nestjs/common';
import { AddressErrors } from './address-errors.ts';
import { AddressRegister } from './address-register.ts';
import { AddressesController } from './addresses.controller.ts';
import { AddressesService } from './addresses.service.ts';

@Module({ controllers: [AddressesController], providers: [AddressErrors, AddressRegister, AddressesService] })
export class AddressesModule {}
