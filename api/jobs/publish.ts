import type { Engine } from '#api/publishing/engine.ts'
import type { Job } from './job.ts'

export const publishJob = (engine: Engine): Job => ({
  name: 'publish',
  schedule: '* * * * * *',
  run: () => engine.tick(),
})
