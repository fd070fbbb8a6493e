import { createEngine } from '#api/publishing/engine.ts'
import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import { takesFirstComment } from '#shared/posts/first-comments.ts'
import type { Delivery, Post } from '#shared/posts/posts.ts'
import type { Action, NewPost } from './actions.ts'
import { approvalModel } from './approvals.ts'
import type { HistoryApp } from './business.ts'
import { countNotifications } from './count-notifications.ts'
import type { KnownPost } from './known-post.ts'
import { nextWake } from './next-wake.ts'
import { findViolations } from './promise.ts'
import { stallAndContinue } from './stall.ts'
import { runDuringLock, revertDatabase } from './storage-actions.ts'
import { countFailures } from './tries.ts'

/** Maximum number of steps. A post that Google keeps processing is reconciled every five minutes for a day. */
const MAX_STEPS = 5000

/**
 * Maximum number of repairs: to reconcile, to consent to another account, and to confirm that the post isn't on the previous
 * one.
 */
const MAX_REPAIRS = 3

/** Plays a history, then lets the author repair what is left. @returns violations of the publishing guarantees */
export async function playHistory(app: HistoryApp, history: Action[]): Promise<string[]> {
  const { clock } = app
  let business = await app.openBusiness()
  const known: KnownPost[] = []
  const violations: string[] = []
  let undisturbed = true
  let latest = 0
  const disturb = () => {
    undisturbed = false
    for (const post of known) post.undisturbed = false
  }

  async function act(path: string, method: string, json: unknown = {}) {
    const response = await app.call(path, { method, json })
    if (response.status >= 500) violations.push(`${method} ${path} responded with ${response.status}`)
    return response.ok
  }

  async function perform(action: Action): Promise<unknown> {
    const post = 'post' in action ? known.at(action.post % Math.max(1, known.length)) : undefined
    switch (action.do) {
      case 'create':
        return create(action)
      case 'post draft':
        return postDraft(action)
      case 'edit':
        return (
          post &&
          editTexts(post, { comment: action.comment, altTexts: [altTextOf(post.mark, post.edits + 1)] })
        )
      case 'cancel': {
        const delivery = post && (await deliveryOf(post))
        if (!delivery || !(await act(`posts/${post.postId}/discard`, 'POST'))) return undefined
        return (post.abandoned ||= isUncertain(delivery))
      }
      case 'retry':
        return post && retry(post)
      case 'retry all':
        return Promise.all(known.map(retry))
      case 'leave':
        return act('users/requestDeletion', 'POST', { confirm: 'DELETE' })
      case 'stay':
        return act('users/cancelDeletion', 'POST')
      case 'move': {
        const scheduledTime = Math.floor(+clock.now() / 1000) + action.inSeconds
        const consent = action.consent && { onConnectedAccount: true }
        const move = { scheduledTime, ...consent }
        return post && !(await isPublicDespiteFailure(post)) && act(`posts/${post.postId}/move`, 'POST', move)
      }
      case 'disconnect':
        return act('auth/disconnectSocialAccount', 'DELETE', { provider: action.network })
      case 'expire':
        return app.expire(action.network)
      case 'reconnect':
        if (action.network === 'google' && action.as === 'another')
          for (const each of known) each.isAccountReplaced = true
        return business.reconnect[action.network](action.as)
      case 'delete domain':
        if (await act(`users/deleteUserDomain/${business.domainId}`, 'DELETE')) {
          known.length = 0
          approvals.forget()
          business = await app.openBusiness()
        }
        return undefined
      case 'wait':
        latest = Math.max(latest, +clock.now())
        clock.advance(action.seconds * 1000)
        return app.run()
      case 'rule':
        return approvals.setRule(business.domainId, known, action)
      case 'approve':
        return (
          post &&
          approvals.approve(post, action.outdated ? () => editTexts(post, { comment: false }) : undefined)
        )
      case 'request changes':
        return post && act(`posts/${post.postId}/request-changes`, 'POST', { comment: 'Say when.' })
      case 'submit':
        return post && act(`posts/${post.postId}/submit`, 'POST')
      case 'fault': {
        const { network: provider, do: _, ...fault } = action
        return app.fault({ provider, ...fault })
      }
      case 'crash':
        return app.runAndCrash(action)
      case 'lock':
        return runDuringLock(app, action)
      case 'set back':
        disturb()
        return revertDatabase(app, async () => {
          if (post && action.edits) await editTexts(post, { comment: action.comment })
          if (action.moves) await perform({ do: 'move', post: action.post, inSeconds: 0 })
          await perform({ do: 'wait', seconds: action.seconds })
        })
      case 'race': {
        const other = createEngine(app.ctx)
        await Promise.all([app.run(), other.tick()])
        return other.stop()
      }
      case 'stall':
        return stallAndContinue(app, action)
      case 'meanwhile':
        return Promise.all([app.run(), perform(action.action)])
    }
  }

  async function editTexts(
    post: KnownPost,
    { comment, altTexts }: { comment: boolean; altTexts?: string[] },
  ) {
    const delivery = await deliveryOf(post)
    if (!delivery) return
    const { network } = delivery
    const platforms = [{ platform: network, ...textsOf(post.mark, post.edits + 1, network, comment) }]
    const edit = { platforms, ...(altTexts && { altTexts }) }
    if (await act(`posts/${post.postId}`, 'PUT', edit)) post.edits++
  }

  async function create({ network, inSeconds, comment }: NewPost) {
    const mark = `${crypto.randomUUID()} `
    const { status, postId } = await app.createPost({
      network,
      inSeconds,
      ...textsOf(mark, 0, network, comment),
      altText: altTextOf(mark, 0),
    })
    if (status >= 500) violations.push(`creating a post responded with ${status}`)
    if (postId) remember(postId, mark)
  }

  async function postDraft({ network, inSeconds, comment, windows }: NewPost & { windows: number }) {
    const mark = `${crypto.randomUUID()} `
    const written = { network, inSeconds, ...textsOf(mark, 0, network, comment), altText: altTextOf(mark, 0) }
    const draftId = await app.saveDraft(written)
    if (!draftId) return
    const sent = await Promise.all(
      Array.from({ length: windows }, () => app.createPost({ ...written, draftId, key: draftId })),
    )
    const [postId, ...others] = new Set(sent.flatMap(({ postId }) => postId ?? []))
    if (sent.some(({ status }) => status >= 500)) violations.push('posting a draft failed')
    if (others.length > 0) violations.push('a draft became two posts')
    const isThere = (await app.call(`drafts/${draftId}`)).ok
    if (isThere === Boolean(postId))
      violations.push(`a draft ${isThere ? 'remains beside its post' : 'is lost'}`)
    if (postId) remember(postId, mark)
  }

  const remember = (postId: string, mark: string) =>
    known.push({ postId, mark, edits: 0, undisturbed, abandoned: false, isAccountReplaced: false })

  /** Retries a post unless it is unconfirmed but public, which a real author checks first. */
  const retry = async (post: KnownPost) =>
    !(await isPublicDespiteFailure(post)) &&
    act(`posts/${post.postId}/retry`, 'POST', { onConnectedAccount: true })

  async function read({ postId }: KnownPost): Promise<Post | undefined> {
    const response = await app.call(`posts/${postId}`)
    return response.ok ? ((await response.json()) as { data: Post }).data : undefined
  }

  const deliveryOf = async (post: KnownPost): Promise<Delivery | undefined> =>
    (await read(post))?.deliveries[0]

  /** True if the delivery ended as possibly published and the post is public, even if the clock was set back since. */
  async function isPublicDespiteFailure(post: KnownPost): Promise<boolean> {
    if ((await deliveryOf(post))?.reasonCode !== 'never_confirmed') return false
    const now = clock.now()
    catchUpWithSandbox()
    const published = await app.published()
    clock.set(now)
    return published.some(({ message }) => message.startsWith(post.mark))
  }

  /** Advances the clock to the latest time, because the sandbox hides posts from the future. */
  const catchUpWithSandbox = () => clock.set(new Date(Math.max(latest, +clock.now())))

  /** Advances the clock until no work is left. */
  async function settle() {
    for (let step = 0; step < MAX_STEPS; step++) {
      await app.run()
      const next = await nextWake(app.ctx, business.domainId)
      if (!next) return catchUpWithSandbox()
      clock.advance(Math.max(+next - +clock.now(), 0))
    }
    violations.push('some work is never settled')
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
          published: await app.published(),
          notified: await countNotifications(app.ctx, known),
          failures: await countFailures(app.ctx, known),
          end,
        },
      ),
    )

  const approvals = approvalModel(app, { act, read, violate: what => void violations.push(what) })
  for (const action of history) {
    if (disturbs(action)) disturb()
    const wasOn = approvals.isOn()
    await perform(action)
    await (wasOn && approvals.isOn() ? approvals.check() : approvals.ignore())
  }
  await settle()
  await approvals.check()
  await check('as it is')
  await app.clearFaults()
  await perform({ do: 'stay' })
  for (const network of NETWORK_IDS) await business.reconnect[network]('same')
  for (let round = 0; round < MAX_REPAIRS; round++) {
    for (const post of known) {
      await approvals.approve(post)
      await perform({ do: 'retry', post: known.indexOf(post) })
    }
    await settle()
  }
  await approvals.check()
  await check('mended')
  // Its accounts would count towards the plan's limit, and the next history couldn't connect its own.
  if (!(await act(`users/deleteUserDomain/${business.domainId}`, 'DELETE')))
    violations.push('the business can’t be deleted although nothing is left to do')
  await app.resetSandbox()
  return violations
}

const textsOf = (mark: string, edits: number, network: NetworkId, comment: boolean) => ({
  message: `${mark}${edits}`,
  firstComment: comment && takesFirstComment(network) ? `Comment ${mark}${edits}` : '',
})

const altTextOf = (mark: string, edits: number) => `Picture ${mark}${edits}`

/** Returns whether an action may legitimately prevent a first comment, by time or by a rejection. */
const disturbs = (action: Action): boolean =>
  action.do === 'meanwhile'
    ? disturbs(action.action)
    : ['fault', 'disconnect', 'expire', 'reconnect', 'delete domain'].includes(action.do) ||
      (action.do === 'wait' && action.seconds > 20_000)

const isUncertain = ({ state, reason }: Delivery) =>
  ['publishing', 'unconfirmed'].includes(state) || /whether/.test(reason)
