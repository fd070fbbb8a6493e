import { Database } from 'bun:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { atEnd } from '#api/test/at-end.ts'
import { runningClock } from '#api/test/clock.ts'
import { publishingApp } from '#api/test/publishing.ts'
import { APP_SECRET, sandboxSettings } from '#api/test/servers/sandbox.ts'
import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import { createProcessGroup } from '../../../commands/processes/process-group.ts'
import { eventually } from '../../eventually.ts'
import { checkComment, FIRST_COMMENT, isAboutComment } from '../scenarios/first-comment.ts'
import { ageTokens, mediaOf } from '../scenarios/run-scenario.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { settle } from '../scenarios/settle.ts'
import { findViolations, type Violation } from '../scenarios/violations.ts'
import { SCENARIO_TIMEOUT_MS } from '../selection.ts'

/** The moment of SIGKILL, relative to one call to a provider. */
export const MOMENTS = [
  /** The call was sent, but never arrives. */
  'before',
  /** The call arrived, and the provider performs it after the process is killed. */
  'during',
  /** The provider performed the call, but its response never arrives. */
  'after',
  /** The response arrived, but hasn't been stored yet. */
  'answered',
] as const
export type Moment = (typeof MOMENTS)[number]

export type Kill = Pick<Scenario, 'name' | 'network' | 'media'> & { operation: string; moment: Moment }

/** Time for the process to read a response. No event reports that. */
const READING_MS = 40

/** Exceeds the lease of a mail. */
const MAIL_LEASE_MS = 10 * 60_000

type Testbed = { networks?: NetworkId[]; env?: Record<string, string> }

/** Opens the sandbox and the database that the processes share. */
export async function openKillTestbed({ networks = [...NETWORK_IDS], env: given = {} }: Testbed = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'currawong-kills-'))
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }))
  const file = join(dataDir, 'currawong.db')
  const clock = runningClock()
  const app = await publishingApp({
    clock,
    networks,
    env: { ...given, DATA_DIR: dataDir, DATABASE_URL: `file:${file}` },
  })
  const lockingDb = new Database(file)
  lockingDb.run('PRAGMA busy_timeout = 10000')
  const processes = createProcessGroup()
  atEnd(() => processes.stop())

  function startApi(env: Record<string, string> = {}) {
    return processes.start({
      name: 'The api',
      args: ['api/server.ts'],
      env: {
        ...sandboxSettings(app.sandbox),
        NODE_ENV: 'test',
        PORT: '0',
        SITE_URL: '',
        DATA_DIR: dataDir,
        DATABASE_URL: `file:${file}`,
        APP_SECRET,
        PUBLIC_URL: app.ctx.config.publicUrl,
        ...given,
        ...env,
      },
      ready: /^ready http/,
    })
  }

  const silence = () =>
    eventually(
      'the call',
      async () => (await app.world<unknown[]>('silences')).length > 0 && true,
      SCENARIO_TIMEOUT_MS,
    )
  const endSilence = (then: 'go-on' | 'cut') => app.world('silences', { then })

  /** Kills a process at a moment of one call, and lets another process continue. @returns violations of the promise */
  async function play({ name, network, media, operation, moment }: Kill): Promise<Violation[]> {
    clock.set(new Date())
    const commented = isAboutComment(operation)
    await app.clearFaults()
    const api = startApi()
    await api.ready
    const kind = moment === 'before' || moment === 'during' ? 'silence-before' : 'silence-after'
    await ageTokens(app)
    await app.fault({ provider: network, operation, kind })
    const postId = await app.accept({
      message: name,
      platforms: [{ platform: network, message: name, ...(commented && { firstComment: FIRST_COMMENT }) }],
      media: await mediaOf(media),
    })
    await silence()
    if (moment === 'answered') {
      // Holds the write lock, so that no other process can write.
      lockingDb.run('BEGIN IMMEDIATE')
      await endSilence('go-on')
      await Bun.sleep(READING_MS)
    }
    await api.end('SIGKILL')
    if (moment === 'answered') lockingDb.run('ROLLBACK')
    else await endSilence(moment === 'during' ? 'go-on' : 'cut')

    const delivery = await settle(app, postId, network)
    if (!commented) return findViolations(app, delivery, { postId, message: name, ends: 'published' })
    const violations = await checkComment(app, { postId, network, message: name, ends: 'added' })
    // Lets the lease expire, because the killed process may have claimed the post's mail.
    clock.advance(MAIL_LEASE_MS)
    return [
      ...violations,
      ...(await findViolations(app, delivery, { postId, message: name, ends: 'published' })),
    ]
  }

  return { app, startApi, play, dataDir, file }
}
