import { measureDue } from '#api/scores/measure.ts'
import type { Job } from './job.ts'

/** Measures websites that are due. `stop` aborts running audits, so that the next process can claim them at once. */
export function auditsJob(): Job & { stop(): Promise<void> } {
  const stopping = new AbortController()
  let running = Promise.resolve()
  return {
    name: 'audits',
    schedule: '*/5 * * * * *',
    run: ctx => (running = measureDue(ctx, stopping.signal)),
    stop() {
      stopping.abort()
      return running.catch(() => {})
    },
  }
}
