import { Module } from '@nestjs/common';
import { AdminOperationsController } from './admin-operations.controller.ts';
import { AdminOperationsService } from './admin-operations.service.ts';
import { GivenUpJobsController } from './given-up-jobs.controller.ts';
import { GivenUpJobsService } from './given-up-jobs.service.ts';
import { QueueBoard } from './queue-board.ts';
import { StaffQueues } from './staff-queues.ts';

@Module({
  controllers: [AdminOperationsController, GivenUpJobsController],
  providers: [AdminOperationsService, GivenUpJobsService, QueueBoard, StaffQueues],
})
export class AdminOperationsModule {}
