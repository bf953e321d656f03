import { Module } from '@nestjs/common';
import type { ReadinessCheck } from '@ve/server-kit/health/readiness';
import { LiveReleases } from '../releases/live/live-registry.ts';
import { HealthController, SHELL_CHECK } from './health.controller.ts';

const shellCheck = {
  provide: SHELL_CHECK,
  inject: [LiveReleases],
  useFactory:
    (releases: LiveReleases): ReadinessCheck =>
    async () => {
      if ((await releases.read()).shell === null) throw new Error('no shell is published');
    },
};

@Module({ controllers: [HealthController], providers: [shellCheck] })
export class HealthModule {}
