import { describe } from 'bun:test'
import { eq } from 'drizzle-orm'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { inboxActs, inboxReplies } from '#api/db/schema/businesses/inbox.ts'
import { readDueInboxes } from '#api/inbox/read-account.ts'
import { createActSender, createReplySender } from '#api/inbox/send.ts'
import type { WorkerPool } from '#api/runtime/worker-pool.ts'
import { drain } from '#api/test/app.ts'
import type { Fault } from '#api/test/fault.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import type { InboxItem } from '#shared/inbox.ts'
import { NETWORK_IDS, type NetworkId, networks } from '#shared/networks.ts'
import { FAULTS } from '../networks.ts'
import { select } from '../selection.ts'
import { testScenarios } from '../test-scenarios.ts'
import { EVERY_CALL } from './scenario.ts'
import type { Violation } from './violations.ts'

/** Scenarios of `verify`. */
const IN_VERIFY = [
  'google answer: commit-then-500',
  'facebook answer: drop-after, then the search: bad-json',
  'instagram answer: late',
  'bluesky answer: drop-after on every call',
]

type Play = { name: string; network: NetworkId; faults: Omit<Fault, 'provider'>[]; ends: 'sent' | 'failed' }

const ANSWER = 'Thank you for telling us'
const BREAKS = ['drop-before', 'drop-after', 'commit-then-500', 'bad-json']
const ANSWERED = NETWORK_IDS.filter(network => networks[network].inbox !== null)

const PLAYS = ANSWERED.flatMap((network): Play[] => {
  const { send, find, limited, forbidden } = FAULTS[network].answers
  const play = (name: string, ends: Play['ends'], ...faults: Omit<Fault, 'provider'>[]): Play => ({
    name: `${network} answer: ${name}`,
    network,
    ends,
    faults,
  })
  return [
    ...BREAKS.map(kind => play(kind, 'sent', { operation: send, kind })),
    ...BREAKS.map(kind =>
      play(`${kind} on every call`, kind === 'drop-before' ? 'failed' : 'sent', {
        operation: send,
        kind,
        times: EVERY_CALL,
      }),
    ),
    play('late', 'sent', { operation: send, kind: 'late', ms: 30_000 }),
    play('limited', 'sent', { operation: send, kind: 'error', ...limited }),
    play('forbidden', 'failed', { operation: send, kind: 'error', ...forbidden }),
    ...BREAKS.map(kind => play(`the first look: ${kind}`, 'sent', { operation: find, kind, times: 3 })),
    ...['drop-before', 'drop-after'].flatMap(first =>
      BREAKS.map(kind =>
        play(
          `${first}, then the search: ${kind}`,
          'sent',
          { operation: send, kind: first },
          { operation: find, kind, times: 3 },
        ),
      ),
    ),
  ]
})

const ROUNDS = 400
const STEP_MS = 20_000
const LONG_STEP_MS = 10 * 60_000
const SHORT_STEPS = 60

/** Answers a stranger under faults, until nothing more is attempted, and compares the network with the product. */
async function play({ network, faults, ends }: Play): Promise<Violation[]> {
  const { ctx, world, call, item, again, settle } = await openItem(network, faults)
  await call(`inbox/${item._id}/reply`, { json: { message: ANSWER, version: item.version } })
  await settle(createReplySender(ctx), async () => (await ctx.db.select().from(inboxReplies))[0])
  const [row] = await ctx.db.select().from(inboxReplies)
  const shown = (await world<{ text: string }[]>('replies')).length
  const data = await again()
  return [
    ...(shown > 1 ? [`answered ${shown} times`] : []),
    ...(row?.state === ends ? [] : [`the answer is ${row?.state} (${row?.reason}), should be ${ends}`]),
    ...(row?.state === 'sent' && shown === 0 ? ['says that it answered, and the network shows nothing'] : []),
    ...(row?.state === 'failed' && row.reason === '' ? ['failed without a reason'] : []),
    ...((data.state === 'answered') === shown > 0 ? [] : [`the item is ${data.state}, ${shown} answers`]),
  ]
}

type App = Awaited<ReturnType<typeof publishingApp>>

/** Lets a stranger write, and then the network fail. `settle` works until nothing more is attempted, and reads the network again. */
async function openItem(network: NetworkId, faults: Play['faults']) {
  const app = await publishingApp({ networks: [network] })
  const { ctx, clock, call } = app
  await receive(app, network)
  await readDueInboxes(ctx)
  const [item] = ((await (await call('inbox')).json()) as { data: InboxItem[] }).data
  if (!item) throw new Error('The comment was not read.')
  for (const fault of faults) await app.fault({ provider: network, ...fault })
  return {
    ...app,
    item,
    again: async () => ((await (await call(`inbox/${item._id}`)).json()) as { data: InboxItem }).data,
    async settle(sender: WorkerPool, read: () => Promise<{ wakeAt: Date | null } | undefined>) {
      for (let round = 0; (await read())?.wakeAt && round < ROUNDS; round++) {
        await drain(sender)
        clock.advance(round < SHORT_STEPS ? STEP_MS : LONG_STEP_MS)
      }
      await app.clearFaults()
      clock.advance(3 * 60 * 60_000)
      await readDueInboxes(ctx)
    },
  }
}

async function receive({ ctx, world, accept, run, published }: App, network: NetworkId) {
  if (networks[network].inbox?.kind === 'review') {
    const [account] = await ctx.db.select().from(accounts).where(eq(accounts.network, network))
    return await world('review', { location: account!.providerId, stars: 2, text: 'Cold soup' })
  }
  await accept({ media: [await picture('red')] })
  await run()
  const [post] = await published()
  return await world('comment', { on: post!.on ?? post!.id, text: 'Are you open on Sunday?' })
}

/** Hides a stranger's comment under faults, and compares the network with the product. */
async function hide({ network, faults, ends }: Play): Promise<Violation[]> {
  const { ctx, world, call, item, again, settle } = await openItem(network, faults)
  await call(`inbox/${item._id}/act`, { json: { act: 'hide' } })
  await settle(createActSender(ctx), async () => (await ctx.db.select().from(inboxActs))[0])
  const [row] = await ctx.db.select().from(inboxActs)
  const [comment] = await world<{ hidden: boolean }[]>('comments')
  const data = await again()
  return [
    ...(row?.state === ends ? [] : [`the act is ${row?.state} (${row?.reason}), should be ${ends}`]),
    ...(row?.state === 'sent' && !comment?.hidden ? ['says that it hid the comment, which is public'] : []),
    ...(row?.state === 'failed' && row.reason === '' ? ['failed without a reason'] : []),
    ...(data.hidden === comment?.hidden ? [] : [`the item is hidden: ${data.hidden}, the comment isn’t so`]),
  ]
}

const HIDES = NETWORK_IDS.filter(network => networks[network].inbox?.acts.includes('hide')).flatMap(
  (network): Play[] => {
    const { limited, forbidden } = FAULTS[network].answers
    const play = (name: string, ends: Play['ends'], ...faults: Omit<Fault, 'provider'>[]): Play => ({
      name: `${network} hides: ${name}`,
      network,
      ends,
      faults,
    })
    return [
      ...BREAKS.map(kind => play(kind, 'sent', { operation: 'act', kind })),
      ...BREAKS.map(kind =>
        play(`${kind} on every call`, kind === 'drop-before' ? 'failed' : 'sent', {
          operation: 'act',
          kind,
          times: EVERY_CALL,
        }),
      ),
      play('late', 'sent', { operation: 'act', kind: 'late', ms: 30_000 }),
      play('limited', 'sent', { operation: 'act', kind: 'error', ...limited }),
      play('forbidden', 'failed', { operation: 'act', kind: 'error', ...forbidden }),
    ]
  },
)

describe('hides each comment, or says that it could not', () => {
  testScenarios(select(HIDES, ['bluesky hides: drop-after']), hide)
})

describe('answers each review and comment at most once', () => {
  testScenarios(select(PLAYS, IN_VERIFY), play)
})
