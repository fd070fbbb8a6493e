import { plural } from '#shared/plural.ts'
import { isAlike } from '#shared/posts/alike.ts'
import type { Anchor } from '#shared/posts/anchors.ts'
import type { PostComment } from '#shared/posts/approvals.ts'
import type { Review, ReviewPost } from '#shared/posts/review-links.ts'
import { REVIEW_PIN_HEADER } from '#shared/posts/review-page.ts'
import type { ApiError } from '#site/lib/api/error.ts'
import { browserStorage } from '#site/lib/browser-storage.ts'
import { callLink } from '../links/call.ts'

export type PageState =
  | { state: 'loading' }
  /** `message` is set after a wrong PIN. */
  | { state: 'pin'; message: string }
  | { state: 'gone' }
  | { state: 'failed'; message: string }
  /** `news` says what changed while the page was open. */
  | { state: 'ready'; review: Review; news?: string }

/** A plain variable, because the dashboard's schemas and stores would make the page too large for a phone. */
let shown: PageState = { state: 'loading' }
const listeners = new Set<() => void>()

export const getShown = () => shown
export function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
function show(next: PageState) {
  shown = next
  listeners.forEach(listener => listener())
}

const NAME = 'review-name'
/** For a browser without storage. */
let givenName = ''
/** Name that this visitor has given, perhaps on an earlier visit. */
export const savedName = () => browserStorage('localStorage')?.getItem(NAME) ?? givenName
export function saveName(name: string) {
  givenName = name.trim()
  browserStorage('localStorage')?.setItem(NAME, givenName)
}

const OPEN: readonly string[] = ['draft', 'in_review', 'changes_requested', 'scheduled', 'held', 'failed']

/** True if publishing hasn't begun, so the post can still be decided on. */
export const isOpen = ({ networks }: ReviewPost) => networks.some(({ state }) => OPEN.includes(state))

/** True if the post failed or missed its time without a pending approval. Its author decides what happens to it, not its reviewers. */
export const isStopped = ({ approval, publishAt, networks }: ReviewPost) =>
  approval.state === 'draft' &&
  networks.every(
    ({ state }) =>
      state === 'failed' ||
      (state === 'held' && Date.parse(publishAt) <= Date.now()) ||
      !OPEN.includes(state),
  )

const UNDECIDED: readonly string[] = ['draft', 'in_review']

export const isUndecided = ({ approval }: ReviewPost) => UNDECIDED.includes(approval.state)

/** True if the post goes out at its time without an approval. */
export const isPlanned = (post: ReviewPost) =>
  isUndecided(post) &&
  post.networks.some(({ state }) => state === 'scheduled') &&
  !post.networks.some(({ state }) => state === 'in_review')

/** True if the post goes out at its time even after somebody changes it. */
export const goesOutChanged = (post: ReviewPost) =>
  isPlanned(post) || (isOpen(post) && post.approval.state === 'approved' && !post.approval.waitsAgain)

/** True if nobody needs to decide on the post: somebody has, it is stopped, or its publishing has begun. */
export const isAnswered = (post: ReviewPost) => !isOpen(post) || isStopped(post) || !isUndecided(post)

/** Returns the undecided posts that this link can approve, including planned ones. */
export const toApproveIn = ({ posts }: Review) =>
  posts.filter(post => !isAnswered(post) && !post.approval.byOthers)

/** Returns the posts that don't go out until this link approves them. */
export const waitingIn = (review: Review) => toApproveIn(review).filter(post => !isPlanned(post))

/** Returns the undecided posts that this link can't approve. */
export const byOthersIn = ({ posts }: Review) =>
  posts.filter(post => !isAnswered(post) && post.approval.byOthers)

/** Returns the other posts of its series that wait with the same content. */
export const alikeIn = (review: Review, post: ReviewPost) =>
  toApproveIn(review).filter(other => isAlike(toDecide(post), toDecide(other), new Date()))

const toDecide = ({ approval: { state }, publishAt, ...post }: ReviewPost) => ({
  ...post,
  seriesId: post.seriesId,
  state,
  publishAt: new Date(publishAt),
})

/** The PIN or, once it was accepted, the pass that replaces it. */
let pin = ''

/** Session storage key of the link's pass, which spares the visitor the PIN after a reload. */
const passKey = () => `review-pass ${location.pathname}`

/** Calls the api about the token of /review/{token}. */
async function call<Data>(path: string, json?: object): Promise<Data> {
  const options = { ...(pin && { headers: { [REVIEW_PIN_HEADER]: pin } }), ...(json && { json }) }
  return (await callLink<{ data: Data }>(path, options)).data
}

export async function loadReview(): Promise<void> {
  const loaded = await readReview()
  changes.clear()
  show(loaded)
}

/** Time after a change on the page during which pressing Approve was probably meant for the former content. */
const SETTLING_MS = 1500
const changedAt = new Map<string, number>()

/** A post whose content changed on the open page, until the reviewer decides on it. */
type Change = {
  /** The post as the reviewer last saw it; undefined if it was added to the page since. */
  before: ReviewPost | undefined
  /** False until the change has been in view, or an error message has mentioned it. */
  isRead: boolean
}
const changes = new Map<string, Change>()

export const changeOf = ({ _id }: ReviewPost) => changes.get(_id)

/** Returns a key that is equal for posts with the same published content. */
const contentOf = ({ contentHash, networks }: ReviewPost) =>
  JSON.stringify([
    contentHash,
    networks.map(({ network, message, firstComment, extras }) => [network, message, firstComment, extras]),
  ])

/** Records that the change has been in view, and when: a press right afterwards was meant for the former content. */
export function markChangeRead({ _id }: ReviewPost): void {
  const change = changes.get(_id)
  if (!change || change.isRead) return
  change.isRead = true
  changedAt.set(_id, Date.now())
}

/** Replaces the posts on the page, and marks those whose content changed, except the ones just decided on. */
function replace(posts: readonly ReviewPost[], next: PageState, decided: readonly string[] = []): void {
  const before = new Map(posts.map(post => [post._id, post]))
  for (const post of next.state === 'ready' ? next.review.posts : []) {
    const then = before.get(post._id)
    const first = changes.has(post._id) ? changes.get(post._id)?.before : then
    if (decided.includes(post._id) || (first && contentOf(first) === contentOf(post)))
      changes.delete(post._id)
    else if (!then || contentOf(then) !== contentOf(post))
      changes.set(post._id, { before: first, isRead: false })
  }
  show(next)
}

/** Returns a key that is equal for posts that look the same. Ignores the URLs of files, which change every hour. */
const appearanceOf = ({ networks, ...post }: ReviewPost): string =>
  JSON.stringify({
    ...post,
    networks: networks.map(({ media, ...shown }) => ({ ...shown, files: media.length })),
  })

const CHANGED_UNREAD = 'This post changed while you were here. Read it again, then approve it.'
const CHANGED_NOW = 'This post changed just now. Look at it again, then approve it.'

/** True while a refresh is in flight: returning to the page causes several events. */
let isRefreshing = false
/** Number of decisions in flight. */
let deciding = 0

/**
 * Shows what has changed since the page was loaded. A link that no longer works, or a failure, leaves the page as it is.
 * @param isWriting returns true while the reviewer is typing, because a refresh could remove the field
 */
export async function refreshReview(isWriting: () => boolean): Promise<void> {
  const before = shown
  if (before.state !== 'ready' || isRefreshing || isBusy()) return
  const { posts, version } = before.review
  isRefreshing = true
  const review = await call<Review | undefined>(`?known=${encodeURIComponent(version)}`).catch(
    () => undefined,
  )
  isRefreshing = false
  if (!review || shown !== before || isBusy()) return
  const looks = new Map(posts.map(post => [post._id, appearanceOf(post)]))
  const changed = review.posts.filter(post => looks.get(post._id) !== appearanceOf(post))
  for (const { _id } of changed) changedAt.set(_id, Date.now())
  const stayed = review.posts.filter(({ _id }) => looks.has(_id)).length
  const added = review.posts.length - stayed
  const news = newsOf({ changed: changed.length - added, added, removed: looks.size - stayed })
  replace(posts, { state: 'ready', review, news })

  function isBusy() {
    return deciding > 0 || isWriting()
  }
}

/** 'Updated: 2 posts changed, 1 added.' */
function newsOf(counts: Record<'changed' | 'added' | 'removed', number>): string {
  const [first, ...others] = Object.entries(counts).filter(([, count]) => count > 0)
  if (!first) return ''
  const parts = [
    `${plural(first[1], 'post')} ${first[0]}`,
    ...others.map(([what, count]) => `${count} ${what}`),
  ]
  return `Updated: ${parts.join(', ')}.`
}

async function readReview(): Promise<PageState> {
  const passes = browserStorage('sessionStorage')
  const kept = pin ? undefined : passes?.getItem(passKey())
  pin ||= kept ?? ''
  try {
    const review = await call<Review>('')
    pin = review.pass ?? pin
    if (review.pass) passes?.setItem(passKey(), review.pass)
    return { state: 'ready', review }
  } catch (error) {
    const { code, message } = error as ApiError
    if (code === 'not_found') return { state: 'gone' }
    if (code === 'forbidden' && kept) {
      // The pass of an earlier visit isn't a PIN that the visitor has entered.
      passes?.removeItem(passKey())
      pin = ''
    }
    if (code === 'forbidden') return { state: 'pin', message: pin ? 'That isn’t the PIN of this link.' : '' }
    if (pin && code === 'rate_limited') return { state: 'pin', message }
    return { state: 'failed', message }
  }
}

export function enterPin(entered: string): Promise<void> {
  pin = entered.trim()
  return loadReview()
}

const WITHDRAWN =
  'This link was withdrawn, so nothing was sent. Ask for a new link, and copy your words before you close this page.'

/**
 * Sends a decision or a comment. After a rejection, shows the current posts, unless the link was withdrawn: the reviewer may
 * want to copy what they have written.
 * @returns an error message, if any
 */
async function decide(post: ReviewPost, path: string, json: object): Promise<string | undefined> {
  deciding++
  const posts = () => (shown.state === 'ready' ? shown.review.posts : [])
  const decided = path === 'comments' ? [] : [post._id, ...('alike' in json ? (json.alike as string[]) : [])]
  try {
    const input = { ...json, name: savedName() }
    const now = await call<ReviewPost>(`/posts/${encodeURIComponent(post._id)}/${path}`, input)
    if ('alike' in json) replace(posts(), await readReview(), decided)
    else if (shown.state === 'ready') {
      const review = { ...shown.review, posts: posts().map(post => (post._id === now._id ? now : post)) }
      replace(posts(), { state: 'ready', review }, decided)
    }
    return undefined
  } catch (error) {
    const { code, message } = error as ApiError
    if (!['conflict', 'not_found', 'forbidden'].includes(code)) return message
    const now = await readReview()
    if (now.state === 'gone') return WITHDRAWN
    if (now.state !== 'failed') replace(posts(), now)
    // The error message mentions the change.
    const change = changes.get(post._id)
    if (change) change.isRead = true
    return message
  } finally {
    deciding--
  }
}

/** Returns the ids of further posts to which a decision applies. */
const also = (alike: readonly ReviewPost[]) =>
  alike.length > 0 ? { alike: alike.map(({ _id }) => _id) } : {}

const isUnread = ({ _id }: ReviewPost) => changes.get(_id)?.isRead === false

/** Rejects the first attempt if the content changed on the open page and hasn't been in view since. */
export async function approve(
  post: ReviewPost,
  alike: readonly ReviewPost[] = [],
): Promise<string | undefined> {
  const unread = [post, ...alike].filter(isUnread)
  unread.forEach(markChangeRead)
  if (unread.length > 0) return CHANGED_UNREAD
  if (Date.now() - (changedAt.get(post._id) ?? 0) < SETTLING_MS) return CHANGED_NOW
  return decide(post, 'approve', { contentHash: post.contentHash, ...also(alike) })
}

export const requestChanges = (post: ReviewPost, comment: string, alike: readonly ReviewPost[] = []) =>
  decide(post, 'request-changes', { comment: comment.trim(), ...also(alike) })

/** True for the visitor's own approval, while no network has begun. */
export const mayTakeBack = ({ approval: { state, via, by }, networks }: ReviewPost) =>
  state === 'approved' &&
  via === 'link' &&
  by === savedName() &&
  networks.every(({ state }) => OPEN.includes(state))

/** Returns true for the visitor’s own comment. */
export const isOwn = ({ via, name }: PostComment) => via === 'link' && name === savedName()

/** Takes the approval back, so that the post waits again. */
export const takeBack = (post: ReviewPost) => decide(post, 'take-back', { contentHash: post.contentHash })

export const comment = (post: ReviewPost, message: string, anchor: Anchor | undefined) =>
  decide(post, 'comments', { message: message.trim(), anchor })

/**
 * Approves posts as they are shown, and stops at the first failure. Rejects the first attempt if any has an unread change.
 * @returns its error message, if any, after the number of those that were approved
 */
export async function approveAll(posts: readonly ReviewPost[]): Promise<string | undefined> {
  const unread = posts.filter(isUnread)
  unread.forEach(markChangeRead)
  if (unread.length > 0)
    return `${plural(unread.length, 'post has', 'posts have')} changed while you were here. Read what is marked, then approve all again.`
  for (const [approved, post] of posts.entries()) {
    const problem = await approve(post)
    if (problem) return approved > 0 ? `${approved} of ${posts.length} posts approved. ${problem}` : problem
  }
  return undefined
}
