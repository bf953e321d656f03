import { Module } from '@nestjs/common';
import { PetrolController } from './petrol.controller.ts';
import { PetrolService } from './petrol.service.ts';

@Module({ controllers: [PetrolController], providers: [PetrolService] })
export class PetrolModule {}
