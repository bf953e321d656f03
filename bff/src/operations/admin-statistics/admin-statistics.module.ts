import { Module } from '@nestjs/common';
import { AdminStatisticsController } from './admin-statistics.controller.ts';

@Module({ controllers: [AdminStatisticsController] })
export class AdminStatisticsModule {}
