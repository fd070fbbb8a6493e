/** `finish`: each job is claimed and marked as done. `notify`: a notification, an event and a mail are written with it. */
export type Work = 'finish' | 'notify'

/** A job queue under test. `run` claims due jobs, writes their outcomes and returns how many milliseconds all of them took. */
export type Contender = {
  name: string
  run(jobs: number, work: Work): Promise<number>
  stop(): Promise<void>
}
