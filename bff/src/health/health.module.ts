import { Module } from '@nestjs/common';
import { LiveReleases } from '../releases/live/live-registry.ts';
import { HealthController, READINESS_CHECKS, type ReadinessChecks } from './health.controller.ts';

const readinessChecks = {
  provide: READINESS_CHECKS,
  inject: [LiveReleases],
  useFactory: (releases: LiveReleases): ReadinessChecks => ({
    shell: async () => {
      if ((await releases.read()).shell === null) throw new Error('no shell is published');
    },
  }),
};

@Module({ controllers: [HealthController], providers: [readinessChecks] })
export class HealthModule {}
