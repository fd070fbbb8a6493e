import { createEngine } from '#api/publishing/engine.ts'
import { type Crash, crashingDb } from '#api/test/crashing-db.ts'
import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import { takesFirstComment } from '#shared/posts/first-comments.ts'
import type { Delivery, Post } from '#shared/posts/posts.ts'
import type { Action, NewPost } from './actions.ts'
import type { Town } from './business.ts'
import { nextWake } from './next-wake.ts'
import { findViolations } from './promise.ts'
import { standStill } from './stall.ts'
import { meetLock, setBack } from './storage-actions.ts'
import { readTold } from './told.ts'
import { readFailures } from './tries.ts'

/** What the model knows of a post: what its author did about it. */
export type Known = {
  postId: string
  /** Starts each of its texts, so that it is recognised wherever it shows. */
  mark: string
  edits: number
  /** Nothing came between it and its first comment. */
  undisturbed: boolean
  /** Its author gave it up while nobody could say whether it was out. */
  abandoned: boolean
}

/** A post that Google goes on processing is looked at every five minutes for a day, and several may be out of step. */
const MAX_STEPS = 5000

/** Plays a history, then has a helpful author mend what is left. @returns what broke the promise */
export async function liveThrough(town: Town, history: Action[]): Promise<string[]> {
  const { clock } = town
  let business = await town.openBusiness()
  const known: Known[] = []
  const violations: string[] = []
  let undisturbed = true
  let latest = 0
  const disturb = () => {
    undisturbed = false
    for (const post of known) post.undisturbed = false
  }

  async function ask(path: string, method: string, json: unknown = {}) {
    const response = await town.call(path, { method, json })
    if (response.status >= 500) violations.push(`${method} ${path} answered ${response.status}`)
    return response.ok
  }

  async function act(action: Action): Promise<unknown> {
    const post = 'post' in action ? known.at(action.post % Math.max(1, known.length)) : undefined
    switch (action.do) {
      case 'create':
        return create(action)
      case 'post draft':
        return postDraft(action)
      case 'edit':
        return post && editWords(post, action.comment, [altTextOf(post.mark, post.edits + 1)])
      case 'cancel': {
        const delivery = post && (await deliveryOf(post))
        if (!delivery || !(await ask(`posts/${post.postId}/cancel`, 'POST'))) return undefined
        return (post.abandoned ||= isUncertain(delivery))
      }
      case 'retry':
        return post && retry(post)
      case 'retry all':
        return Promise.all(known.map(retry))
      case 'leave':
        return ask('users/requestDeletion', 'POST', { confirm: 'DELETE' })
      case 'stay':
        return ask('users/cancelDeletion', 'POST')
      case 'move': {
        const scheduledTime = Math.floor(+clock.now() / 1000) + action.inSeconds
        const consent = action.consent && { onConnectedAccount: true }
        const move = { scheduledTime, ...consent }
        return post && !(await isOut(post)) && ask(`posts/${post.postId}/move`, 'POST', move)
      }
      case 'disconnect':
        return ask('auth/disconnectSocialAccount', 'DELETE', { provider: action.network })
      case 'expire':
        return town.expire(action.network)
      case 'reconnect':
        return business.reconnect[action.network](action.as)
      case 'delete domain':
        if (await ask(`users/deleteUserDomain/${business.domainId}`, 'DELETE')) {
          known.length = 0
          business = await town.openBusiness()
        }
        return undefined
      case 'wait':
        latest = Math.max(latest, +clock.now())
        clock.advance(action.seconds * 1000)
        return town.run()
      case 'fault': {
        const { network: provider, do: _, ...fault } = action
        return town.fault({ provider, ...fault })
      }
      case 'crash':
        return runAndDie(action)
      case 'lock':
        return meetLock(town, action)
      case 'set back':
        disturb()
        return setBack(town, async () => {
          if (post && action.edits) await editWords(post, action.comment)
          if (action.moves) await act({ do: 'move', post: action.post, inSeconds: 0 })
          await act({ do: 'wait', seconds: action.seconds })
        })
      case 'race': {
        const other = createEngine(town.ctx)
        await Promise.all([town.run(), other.tick()])
        return other.stop()
      }
      case 'stall':
        return standStill(town, action)
      case 'meanwhile':
        return Promise.all([town.run(), act(action.action)])
    }
  }

  async function editWords(post: Known, comment: boolean, altTexts?: string[]) {
    const delivery = await deliveryOf(post)
    if (!delivery) return
    const { network } = delivery
    const platforms = [{ platform: network, ...wordsOf(post.mark, post.edits + 1, network, comment) }]
    const edit = { platforms, ...(altTexts && { altTexts }) }
    if (await ask(`posts/${post.postId}`, 'PUT', edit)) post.edits++
  }

  async function create({ network, inSeconds, comment }: NewPost) {
    const mark = `${crypto.randomUUID()} `
    const { status, postId } = await town.createPost({
      network,
      inSeconds,
      ...wordsOf(mark, 0, network, comment),
      altText: altTextOf(mark, 0),
    })
    if (status >= 500) violations.push(`creating a post answered ${status}`)
    if (postId) know(postId, mark)
  }

  async function postDraft({ network, inSeconds, comment, windows }: NewPost & { windows: number }) {
    const mark = `${crypto.randomUUID()} `
    const written = { network, inSeconds, ...wordsOf(mark, 0, network, comment), altText: altTextOf(mark, 0) }
    const draftId = await town.saveDraft(written)
    if (!draftId) return
    const sent = await Promise.all(
      Array.from({ length: windows }, () => town.createPost({ ...written, draftId, key: draftId })),
    )
    const [postId, ...others] = new Set(sent.flatMap(({ postId }) => postId ?? []))
    if (sent.some(({ status }) => status >= 500)) violations.push('posting a draft failed')
    if (others.length > 0) violations.push('a draft became two posts')
    const isThere = (await town.call(`drafts/${draftId}`)).ok
    if (isThere === Boolean(postId))
      violations.push(`a draft ${isThere ? 'stays beside its post' : 'is lost'}`)
    if (postId) know(postId, mark)
  }

  const know = (postId: string, mark: string) =>
    known.push({ postId, mark, edits: 0, undisturbed, abandoned: false })

  /** Who is told that nobody can say looks there first. */
  const retry = async (post: Known) =>
    !(await isOut(post)) && ask(`posts/${post.postId}/retry`, 'POST', { onConnectedAccount: true })

  async function runAndDie(crash: Crash) {
    const doomed = createEngine({ ...town.ctx, db: crashingDb(town.ctx.db, crash) })
    await doomed.tick().catch(() => {})
    await doomed.stop()
  }

  async function read({ postId }: Known): Promise<Post | undefined> {
    const response = await town.call(`posts/${postId}`)
    return response.ok ? ((await response.json()) as { data: Post }).data : undefined
  }

  const deliveryOf = async (post: Known): Promise<Delivery | undefined> => (await read(post))?.deliveries[0]

  const isOut = async (post: Known) =>
    (await deliveryOf(post))?.reasonCode === 'never_confirmed' &&
    (await town.published()).some(({ message }) => message.startsWith(post.mark))

  /** The world runs by the same clock, and shows only what is not in its future. */
  const showAll = () => clock.set(new Date(Math.max(latest, +clock.now())))

  /** Time passes until nothing is left to do. */
  async function settle() {
    for (let step = 0; step < MAX_STEPS; step++) {
      await town.run()
      const next = await nextWake(town.ctx, business.domainId)
      if (!next) return showAll()
      clock.advance(Math.max(+next - +clock.now(), 0))
    }
    violations.push('something is never settled')
  }

  const check = async (end: 'as it is' | 'mended') =>
    violations.push(
      ...findViolations(
        await Promise.all(
          known.map(async post => {
            const now = await read(post)
            return { post, delivery: now?.deliveries[0], altText: now?.media[0]?.altText }
          }),
        ),
        {
          published: await town.published(),
          told: await readTold(town.ctx, known),
          failures: await readFailures(town.ctx, known),
          end,
        },
      ),
    )

  for (const action of history) {
    if (disturbs(action)) disturb()
    await act(action)
  }
  await settle()
  await check('as it is')
  await town.clearFaults()
  await act({ do: 'stay' })
  for (const network of NETWORK_IDS) await business.reconnect[network]('same')
  for (const post of known) await act({ do: 'retry', post: known.indexOf(post) })
  await settle()
  for (const post of known) await act({ do: 'retry', post: known.indexOf(post) })
  await settle()
  await check('mended')
  await ask(`users/deleteUserDomain/${business.domainId}`, 'DELETE')
  await town.forgetWorld()
  return violations
}

const wordsOf = (mark: string, edits: number, network: NetworkId, comment: boolean) => ({
  message: `${mark}${edits}`,
  firstComment: comment && takesFirstComment(network) ? `Comment ${mark}${edits}` : '',
})

const altTextOf = (mark: string, edits: number) => `Picture ${mark}${edits}`

/** Longer than a first comment is tried for, or what a network or its account may refuse one for. */
const disturbs = (action: Action): boolean =>
  action.do === 'meanwhile'
    ? disturbs(action.action)
    : ['fault', 'disconnect', 'expire', 'reconnect', 'delete domain'].includes(action.do) ||
      (action.do === 'wait' && action.seconds > 20_000)

const isUncertain = ({ state, reason }: Delivery) =>
  ['publishing', 'unconfirmed'].includes(state) || /whether/.test(reason)
