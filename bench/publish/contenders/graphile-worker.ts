import { Logger, run, runMigrations } from 'graphile-worker'
import { DatabaseError, Pool } from 'pg'

import { MAX_IN_FLIGHT } from '../../../api/deliveries/capacity.ts'
import type { Contender } from './contender.ts'
import { startDebianServer } from './debian-server.ts'
import { MAIL, NOTICE } from './notice.ts'

/** Writes an outcome's notification, event and mail in one statement. */
const NOTIFY = `with notice as (insert into notices values ($1, $2)), event as (insert into events (data) values ($2))
  select graphile_worker.add_job('mail', $3, job_key := $1)`

const START_MS = 10_000
/** PostgreSQL's cannot_connect_now. */
const STARTING_UP = '57P03'

const logger = new Logger(() => (level, message) => void (level === 'error' && console.error(message)))

/**
 * Starts graphile-worker on a PostgreSQL that, like our database, commits without waiting for the disk. Returns
 * undefined, with a message, if PostgreSQL is not installed.
 */
export async function graphileWorker(): Promise<Contender | undefined> {
  const server = await startDebianServer({
    name: 'graphile-worker',
    debianPackage: 'postgresql',
    program: 'postgres',
    folders: [
      ...new Bun.Glob('/usr/lib/postgresql/*/bin').scanSync({ cwd: '/', onlyFiles: false, absolute: true }),
    ],
    user: 'postgres',
    prepare: folder => ['initdb', '-D', folder, '-U', 'postgres', '--auth=trust', '--no-sync'],
    args: (folder, port) => [
      '-D',
      folder,
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'synchronous_commit=off',
    ],
  })
  if (!server) return undefined
  const pool = new Pool({
    connectionString: `postgres://postgres@127.0.0.1:${server.port}/postgres`,
    max: MAX_IN_FLIGHT,
  })
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  await awaitStart(pool)
  await runMigrations({ pgPool: pool, logger })
  await pool.query(
    'create table notices (id text primary key, notice json); create table events (id bigserial primary key, data json)',
  )
  return {
    name: 'graphile-worker, on PostgreSQL',
    async run(jobs, work) {
      await pool.query(
        `select graphile_worker.add_job('deliver', json_build_object('id', i)) from generate_series(1, $1::int) i`,
        [jobs],
      )
      let left = jobs
      const finished = Promise.withResolvers<void>()
      const begun = performance.now()
      const runner = await run({
        pgPool: pool,
        concurrency: MAX_IN_FLIGHT,
        noHandleSignals: true,
        logger,
        taskList: {
          async deliver(_payload, { job, query }) {
            if (work === 'notify') await query(NOTIFY, [`delivery-${job.id}`, NOTICE, { mail: MAIL }])
          },
        },
      })
      runner.events.on('job:complete', () => {
        if (--left === 0) finished.resolve()
      })
      await finished.promise
      const took = performance.now() - begun
      await runner.stop()
      return took
    },
    async stop() {
      await pool.end()
      await server.stop()
    },
  }
}

/** PostgreSQL accepts connections shortly before it accepts statements. */
async function awaitStart(pool: Pool) {
  const deadline = Date.now() + START_MS
  for (;;) {
    try {
      return await pool.query('select 1')
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== STARTING_UP || Date.now() > deadline)
        throw error
      await Bun.sleep(50)
    }
  }
}
