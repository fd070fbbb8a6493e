import { createEngine } from '#api/posts/engine.ts'
import { crashingDb } from '#api/test/crashing-db.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import type { Delivery } from '#shared/posts.ts'
import type { Action } from './actions.ts'
import type { Town } from './business.ts'
import { findViolations } from './promise.ts'

/** What the model knows of a post: what its author did about it. */
export type Known = {
  postId: string
  /** Starts each of its texts, so that it is recognised wherever it shows. */
  mark: string
  edits: number
  /** Its author gave it up while nobody could say whether it was out. */
  abandoned: boolean
}

const MOST_STEPS = 400

/** Plays a history, then has a helpful author mend what is left. @returns what broke the promise */
export async function liveThrough(town: Town, history: Action[]): Promise<string[]> {
  const { clock } = town
  let business = await town.openBusiness()
  const known: Known[] = []
  const violations: string[] = []

  async function ask(path: string, method: string, json: unknown = {}) {
    const response = await town.call(path, { method, json })
    if (response.status >= 500) violations.push(`${method} ${path} answered ${response.status}`)
    return response.ok
  }

  async function act(action: Action): Promise<unknown> {
    const post = 'post' in action ? known[action.post % Math.max(1, known.length)] : undefined
    switch (action.do) {
      case 'create': {
        const mark = `${crypto.randomUUID()} `
        const postId = await business.insertPost(action.network, `${mark}0`, action.inSeconds)
        return postId && known.push({ postId, mark, edits: 0, abandoned: false })
      }
      case 'edit': {
        const delivery = post && (await deliveryOf(post))
        if (!delivery) return undefined
        const platforms = [{ platform: delivery.network, message: `${post.mark}${post.edits + 1}` }]
        if (await ask(`posts/${post.postId}`, 'PUT', { platforms })) post.edits++
        return undefined
      }
      case 'cancel': {
        const delivery = post && (await deliveryOf(post))
        if (!delivery || !(await ask(`posts/${post.postId}/cancel`, 'POST'))) return undefined
        return (post.abandoned ||= isDoubtful(delivery))
      }
      case 'retry':
        // Who is told that nobody can say looks there first.
        return post && !(await isOut(post)) && ask(`posts/${post.postId}/retry`, 'POST')
      case 'move': {
        const scheduledTime = Math.floor(+clock.now() / 1000) + action.inSeconds
        return post && !(await isOut(post)) && ask(`posts/${post.postId}/move`, 'POST', { scheduledTime })
      }
      case 'disconnect':
        return ask('auth/disconnectSocialAccount', 'DELETE', { provider: action.network })
      case 'reconnect':
        return business.reconnect[action.network](action.as)
      case 'delete domain':
        if (await ask(`users/deleteUserDomain/${business.domainId}`, 'DELETE')) {
          known.length = 0
          business = await town.openBusiness()
        }
        return undefined
      case 'wait':
        clock.advance(action.seconds * 1000)
        return town.run()
      case 'fault': {
        const { network: provider, do: _, ...fault } = action
        return town.fault({ provider, ...fault })
      }
      case 'crash':
        return runAndDie(action)
      case 'race': {
        const other = createEngine(town.ctx)
        await Promise.all([town.run(), other.tick()])
        return other.stop()
      }
      case 'meanwhile':
        return Promise.all([town.run(), act(action.action)])
    }
  }

  async function runAndDie(crash: { write: number; kept: boolean }) {
    const doomed = createEngine({ ...town.ctx, db: crashingDb(town.ctx.db, crash) })
    await doomed.tick().catch(() => {})
    await doomed.stop()
  }

  async function deliveryOf({ postId }: Known): Promise<Delivery | undefined> {
    const response = await town.call(`posts/${postId}`)
    if (!response.ok) return undefined
    return ((await response.json()) as { data: { deliveries: Delivery[] } }).data.deliveries[0]
  }

  const isOut = async (post: Known) =>
    (await deliveryOf(post))?.reasonCode === 'never_confirmed' &&
    (await town.published()).some(({ message }) => message.startsWith(post.mark))

  /** Time passes until nothing is left to do. */
  async function settle() {
    for (let step = 0; step < MOST_STEPS; step++) {
      await town.run()
      const open = (await Promise.all(known.map(deliveryOf))).filter(isOpen)
      if (open.length === 0) return
      const next = Math.min(
        ...open.map(({ nextAttemptAt }) => (nextAttemptAt ? Date.parse(nextAttemptAt) : 0)),
      )
      clock.advance(Math.max(next - +clock.now(), 1000))
    }
    violations.push('something is never settled')
  }

  const check = async (end: 'as it is' | 'mended') =>
    violations.push(
      ...findViolations(
        await Promise.all(known.map(async post => ({ post, delivery: await deliveryOf(post) }))),
        await town.published(),
        end,
      ),
    )

  for (const action of history) await act(action)
  await settle()
  await check('as it is')
  await town.clearFaults()
  for (const network of NETWORK_IDS) await business.reconnect[network]('same')
  for (const post of known) await act({ do: 'retry', post: known.indexOf(post) })
  await settle()
  for (const post of known) await act({ do: 'retry', post: known.indexOf(post) })
  await settle()
  await check('mended')
  await ask(`users/deleteUserDomain/${business.domainId}`, 'DELETE')
  return violations
}

const isOpen = (delivery: Delivery | undefined): delivery is Delivery =>
  delivery !== undefined && ['scheduled', 'publishing', 'unconfirmed'].includes(delivery.state)

const isDoubtful = ({ state, reason }: Delivery) =>
  ['publishing', 'unconfirmed'].includes(state) || /whether/.test(reason)
