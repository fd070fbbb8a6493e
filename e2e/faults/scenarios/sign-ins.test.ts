import { afterEach, describe, expect, test } from 'bun:test'

import { refreshTokens } from '#api/accounts/tokens/renewal.ts'
import { endAll } from '#api/test/at-end.ts'
import { crashingDb } from '#api/test/db/crashing.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import { ofEachNetwork } from '../networks.ts'
import { replay, select } from '../selection.ts'

const EIGHT_DAYS = 8 * 24 * 60 * 60_000
const DAY = EIGHT_DAYS / 8

type Failure = { kind: string; code?: number; subcode?: number }

const FAILURES: Failure[] = [
  ...['drop-before', 'drop-after', 'commit-then-500', 'bad-json'].map(kind => ({ kind })),
  ...[1, 2, 4, 17, 613].map(code => ({ kind: 'error', code })),
]
const nameOf = ({ kind, code }: Failure) => String(code ?? kind)

const RENEWALS = [
  ...FAILURES.map(failure => ({ name: `renewal: ${nameOf(failure)}`, failure })),
  { name: 'renewal: killed before it is written down', kept: false },
  { name: 'renewal: killed after it is written down', kept: true },
]

const READS = ofEachNetwork(({ signIn }) => signIn.map(operation => ({ operation }))).flatMap(
  ({ network, operation }) =>
    FAILURES.map(failure => ({
      name: `${network} ${operation} while connecting: ${nameOf(failure)}`,
      network,
      fault: { provider: network, operation, ...failure },
    })),
)

afterEach(endAll)

describe('never loses a token that is being renewed', () => {
  for (const renewal of select(RENEWALS, [
    'renewal: drop-after',
    'renewal: 4',
    'renewal: killed after it is written down',
  ])) {
    test(renewal.name, async () => {
      const app = await publishingApp({ networks: ['instagram'] })
      app.clock.advance(EIGHT_DAYS)
      if ('failure' in renewal)
        await app.fault({ provider: 'instagram', operation: 'token', ...renewal.failure })
      const db = 'kept' in renewal ? crashingDb(app.ctx.db, { write: 1, kept: renewal.kept }) : app.ctx.db
      await refreshTokens({ ...app.ctx, db }).catch(() => {})

      app.clock.advance(DAY)
      await refreshTokens(app.ctx)
      await app.accept({ media: [await picture('red')] })
      await app.run()
      expect(await app.published(), replay(renewal.name)).toHaveLength(1)
      // Exceeds the life of the first token, so that only renewed tokens work.
      for (let week = 0; week < 8; week++) {
        app.clock.advance(EIGHT_DAYS)
        await refreshTokens(app.ctx)
        await app.call('users/getUserInfo', { json: {} })
      }
      expect(await app.delivery(await app.accept({ message: 'Weeks later' }), 'instagram')).toBeDefined()
      await app.run()
      expect(await app.published(), replay(renewal.name)).toHaveLength(2)
    })
  }
})

describe('explains failures while connecting, and connects on the next try', () => {
  for (const { name, network, fault } of select(READS, [
    'facebook accounts while connecting: bad-json',
    'instagram token while connecting: drop-after',
    'google token while connecting: commit-then-500',
  ])) {
    test(name, async () => {
      const app = await publishingApp({ networks: [] })
      await app.fault(fault)
      const { status } = await app.connect[network]()
      expect([200, 400, 429, 502]).toContain(status)
      await app.clearFaults()
      await app.connect[network]()
      await app.accept({
        platforms: [{ platform: network, message: 'At last' }],
        media: [await picture('red')],
      })
      await app.run()
      expect(await app.published(), replay(name)).toHaveLength(1)
    })
  }
})
