/** `finish` claims each job and marks it as done. `notify` also writes a notification, an event and a mail. */
export type Work = 'finish' | 'notify'

/** A job queue under test. `run` claims due jobs, writes their outcomes and returns the duration of all of them in milliseconds. */
export type Contender = {
  name: string
  run(jobs: number, work: Work): Promise<number>
  stop(): Promise<void>
}
