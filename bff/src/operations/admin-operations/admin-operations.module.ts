import { Module } from '@nestjs/common';
import { AdminOperationsController } from './admin-operations.controller.ts';
import { AdminOperationsService } from './admin-operations.service.ts';
import { DeadLettersController } from './dead-letters.controller.ts';
import { DeadLettersService } from './dead-letters.service.ts';
import { QueueBoard } from './queue-board.ts';
import { StaffQueues } from './staff-queues.ts';

@Module({
  controllers: [AdminOperationsController, DeadLettersController],
  providers: [AdminOperationsService, DeadLettersService, QueueBoard, StaffQueues],
})
export class AdminOperationsModule {}
