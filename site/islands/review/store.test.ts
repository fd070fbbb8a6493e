import { afterAll, beforeAll, expect, setSystemTime, test } from 'bun:test'

import type { ReviewLink } from '#shared/posts/review-links.ts'
import { recordCalls } from '#site/test/browser.ts'
import { openPosts, type PostsApp, postsApp } from '#site/test/posts.ts'
import {
  alikeIn,
  approve,
  approveAll,
  changeOf,
  comment,
  enterPin,
  getShown,
  isAnswered,
  isPlanned,
  loadReview,
  mayTakeBack,
  markChangeRead,
  refreshReview,
  requestChanges,
  saveName,
  takeBack,
  toApproveIn,
  waitingIn,
} from './store.ts'
import { watchReview } from './watch.ts'

const HOUR = 3600

let app: PostsApp
let site: Awaited<ReturnType<typeof openPosts>>
let domainId = ''
const ids: string[] = []
beforeAll(async () => {
  app = await postsApp()
  for (const message of ['One', 'Two', 'Three']) ids.push(await app.accept({ message, inSeconds: HOUR }))
  domainId = (await app.read(ids[0] ?? '')).domainId
  await app.call(`businesses/${domainId}/approval-rule`, { method: 'PUT', json: { required: true } })
  site = await openPosts(app)
  saveName('Sam')
})
afterAll(() => {
  Object.assign(globalThis, { location: before })
  localStorage.clear()
  site.close()
})

const { location: before } = globalThis
const visit = (pathname: string) => Object.assign(globalThis, { location: { pathname } })

async function open(json: object = {}) {
  const response = await app.call(`businesses/${domainId}/review-links`, { json: { postIds: ids, ...json } })
  const { url, data } = (await response.json()) as { url: string; data: ReviewLink }
  visit(new URL(url).pathname)
  return data
}
const ready = () => {
  const shown = getShown()
  if (shown.state !== 'ready') throw new Error(`The page is ${shown.state}.`)
  return shown.review
}
const post = (at: number) => {
  const found = ready().posts[at]
  if (!found) throw new Error('There is no such post.')
  return found
}

test('approves with the visitor’s name, and sends back with a comment', async () => {
  await open()
  await loadReview()
  expect(toApproveIn(ready())).toHaveLength(3)
  expect(ready().business.picture).toBe(post(0).networks[0]?.account?.picture ?? 'none')
  expect(await approve(post(0))).toBeUndefined()
  expect(post(0).approval).toMatchObject({ state: 'approved', by: 'Sam', via: 'link' })
  expect(await requestChanges(post(1), ' Say when. ')).toBeUndefined()
  expect(post(1)).toMatchObject({
    approval: { state: 'changes_requested' },
    comments: [{ message: 'Say when.' }],
  })
  expect(toApproveIn(ready())).toHaveLength(1)
})

test('lets the visitor take back their own approval, and shows that the post waits again', async () => {
  expect([mayTakeBack(post(0)), mayTakeBack(post(1))]).toEqual([true, false])
  saveName('Harriet')
  expect(mayTakeBack(post(0))).toBe(false)
  saveName('Sam')
  expect(await takeBack(post(0))).toBeUndefined()
  expect(post(0).approval.state).toBe('in_review')
  expect(await approve(post(0))).toBeUndefined()
})

test('reloads a changed post, and approves all pending posts', async () => {
  const stale = post(2)
  const platforms = [{ platform: 'facebook', message: 'Three, at last' }]
  await app.call(`posts/${stale._id}`, { method: 'PUT', json: { platforms } })
  expect(await approve(stale)).toContain('changed after you opened it')
  expect(post(2).networks[0]?.message).toBe('Three, at last')
  expect(await approveAll(toApproveIn(ready()))).toBeUndefined()
  expect(toApproveIn(ready())).toEqual([])
})

test('says how many posts it approved before one that has changed', async () => {
  const added: string[] = []
  for (const message of ['Four', 'Five']) added.push(await app.accept({ message, inSeconds: HOUR }))
  await open({ postIds: added })
  await loadReview()
  const shown = toApproveIn(ready())
  const platforms = [{ platform: 'facebook', message: 'Five, at last' }]
  await app.call(`posts/${shown[1]?._id}`, { method: 'PUT', json: { platforms } })
  expect(await approveAll(shown)).toMatch(/^1 of 2 posts approved\. .*changed after you opened it/)
  expect(await approveAll(shown.slice(1))).toMatch(/^[^\d]*changed after you opened it/)
  await open({ postIds: ids })
  await loadReview()
})

test('waits for no decision on a post that failed or missed its time, unless it was sent for approval', () => {
  const found = post(2)
  const waits = (
    approval: 'draft' | 'in_review',
    state: 'failed' | 'held' | 'scheduled',
    publishAt: number,
  ) =>
    !isAnswered({
      ...found,
      approval: { ...found.approval, state: approval },
      publishAt: new Date(publishAt).toISOString(),
      networks: found.networks.map(network => ({ ...network, state })),
    })
  const [past, ahead] = [Date.now() - HOUR, Date.now() + HOUR * 1000]
  expect(waits('draft', 'failed', ahead)).toBe(false)
  expect(waits('draft', 'held', past)).toBe(false)
  expect(waits('draft', 'held', ahead)).toBe(true)
  expect(waits('draft', 'scheduled', ahead)).toBe(true)
  expect(waits('in_review', 'held', past)).toBe(true)
})

test('knows which posts go out without a decision', () => {
  const found = post(2)
  const planned = (approval: 'draft' | 'in_review', state: 'draft' | 'in_review' | 'scheduled') => {
    const shown = {
      ...found,
      approval: { ...found.approval, state: approval },
      networks: found.networks.map(network => ({ ...network, state })),
    }
    expect(waitingIn({ ...ready(), posts: [shown] })).toHaveLength(isPlanned(shown) ? 0 : 1)
    return isPlanned(shown)
  }
  expect(planned('draft', 'scheduled')).toBe(true)
  expect(planned('draft', 'draft')).toBe(false)
  expect(planned('in_review', 'in_review')).toBe(false)
  expect(planned('in_review', 'scheduled')).toBe(true)
})

test('asks for a link’s PIN, and reports a wrong one', async () => {
  await open({ pin: '2468' })
  await loadReview()
  expect(getShown()).toEqual({ state: 'pin', message: '' })
  await enterPin('1357')
  expect(getShown()).toEqual({ state: 'pin', message: 'That isn’t the PIN of this link.' })
  await enterPin('2468')
  expect(getShown().state).toBe('ready')
})

test('keeps the pass for the tab, so that a reload asks for no PIN while it is valid', async () => {
  await open({ pin: '2468' })
  await loadReview()
  await enterPin('2468')
  const reload = () => enterPin('')
  await reload()
  expect(getShown().state).toBe('ready')
  sessionStorage.setItem(`review-pass ${location.pathname}`, 'outdated')
  await reload()
  expect(getShown()).toEqual({ state: 'pin', message: '' })
  expect(sessionStorage.getItem(`review-pass ${location.pathname}`)).toBeNull()
})

test('shows the same message for a revoked and an unknown link', async () => {
  const { _id } = await open()
  await app.call(`businesses/${domainId}/review-links/${_id}`, { method: 'DELETE' })
  await loadReview()
  expect(getShown()).toEqual({ state: 'gone' })
  visit('/review/nothing')
  await loadReview()
  expect(getShown()).toEqual({ state: 'gone' })
})

test('shows a repaired post on the open page and says so, except while the reviewer writes', async () => {
  const id = await app.accept({ message: 'From $180', inSeconds: HOUR })
  await open({ postIds: [id] })
  await loadReview()
  expect(await requestChanges(post(0), 'It’s $220 now.')).toBeUndefined()
  await refreshReview(() => false)
  const sentBack = getShown()
  expect(sentBack).toMatchObject({ news: '' })
  await refreshReview(() => false)
  expect(getShown()).toBe(sentBack)
  const platforms = [{ platform: 'facebook', message: 'From $220' }]
  await app.call(`posts/${id}`, { method: 'PUT', json: { platforms } })
  await app.call(`posts/${id}/submit`, { json: {} })
  await refreshReview(() => true)
  expect(getShown()).toBe(sentBack)
  let asked = 0
  await refreshReview(() => asked++ > 0)
  expect(getShown()).toBe(sentBack)
  await refreshReview(() => false)
  expect(getShown()).toMatchObject({ news: 'Updated: 1 post changed.' })
  expect([post(0).approval.state, post(0).networks[0]?.message]).toEqual(['in_review', 'From $220'])
  expect(await approve(post(0))).toContain('changed while you were here')
  expect(await approve(post(0))).toContain('changed just now')
  expect(post(0).approval.state).toBe('in_review')
  await app.call(`posts/${id}/cancel`, { json: {} })
  await refreshReview(() => false)
  expect(getShown()).toMatchObject({ news: 'Updated: 1 post removed.' })
})

const seconds = (count: number) => setSystemTime(Date.now() + count * 1000)

test('approves no text that came while the page was open before it was in view, or the reviewer was told', async () => {
  const added: string[] = []
  for (const message of ['Six', 'Seven', 'Eight']) added.push(await app.accept({ message, inSeconds: HOUR }))
  const [six = '', seven = '', eight = ''] = added
  const { _id } = await open({ postIds: added })
  const change = (id: string, message: string) =>
    app.call(`posts/${id}`, { method: 'PUT', json: { platforms: [{ platform: 'facebook', message }] } })
  try {
    await loadReview()
    await change(six, 'Six, at last')
    await refreshReview(() => false)
    seconds(60)
    expect(changeOf(post(0))?.before?.networks[0]?.message).toBe('Six')
    expect(changeOf(post(1))).toBeUndefined()
    expect(await approve(post(0))).toContain('changed while you were here')
    expect(post(0).approval.state).toBe('in_review')
    seconds(2)
    expect(await approve(post(0))).toBeUndefined()
    expect(changeOf(post(0))).toBeUndefined()

    await change(seven, 'Seven, at last')
    await refreshReview(() => false)
    seconds(60)
    expect(await approveAll(toApproveIn(ready()))).toMatch(/^1 post has changed while you were here\./)
    expect(toApproveIn(ready())).toHaveLength(2)

    await change(seven, 'Seven, again')
    await change(eight, 'Eight, at last')
    const { comments } = post(2)
    expect(await comment(post(2), 'When?', undefined)).toBeUndefined()
    expect(post(2).comments).toHaveLength(comments.length + 1)
    expect(changeOf(post(2))?.isRead).toBe(false)
    seconds(2)
    expect(await approve(post(1))).toContain('changed after you opened it')
    expect(changeOf(post(1))?.before?.networks[0]?.message).toBe('Seven')
    expect(await approve(post(1))).toBeUndefined()
    markChangeRead(post(2))
    expect(await approve(post(2))).toContain('changed just now')
    seconds(2)
    expect(await approve(post(2))).toBeUndefined()
  } finally {
    setSystemTime()
    await app.call(`businesses/${domainId}/review-links/${_id}`, { method: 'DELETE' })
  }
})

test('asks what has changed when the reviewer returns to the page, unless words wait there', async () => {
  const page = Object.assign(new EventTarget(), {
    visibilityState: 'hidden',
    activeElement: null,
    querySelector: () => null,
    querySelectorAll: () => fields,
  })
  const fields: { value: string }[] = []
  const global = { document: globalThis.document, window: globalThis.window }
  Object.assign(globalThis, { document: page, window: new EventTarget() })
  try {
    const { paths, stop } = recordCalls()
    const asked = () => paths.filter(path => path.includes('known=')).length
    const unwatch = watchReview()
    const returns = () => page.dispatchEvent(new Event('visibilitychange'))
    await open()
    await loadReview()
    returns()
    expect(asked()).toBe(0)
    page.visibilityState = 'visible'
    fields.push({ value: 'Half a thought' })
    returns()
    expect(asked()).toBe(0)
    fields.pop()
    returns()
    window.dispatchEvent(new Event('focus'))
    expect(asked()).toBe(1)
    unwatch()
    returns()
    expect(asked()).toBe(1)
    stop()
  } finally {
    Object.assign(globalThis, global)
  }
})

test('serves a visitor whose browser has no storage', async () => {
  const names = ['localStorage', 'sessionStorage'] as const
  const former = names.map(name => globalThis[name])
  const get = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  for (const name of names) Object.defineProperty(globalThis, name, { get, configurable: true })
  try {
    await open({ pin: '4711' })
    await enterPin('4711')
    saveName('Sam')
    expect(await comment(post(2), 'A lovely picture', undefined)).toBeUndefined()
    expect(post(2).comments).toMatchObject([{ name: 'Sam', message: 'A lovely picture' }])
  } finally {
    for (const [index, name] of names.entries())
      Object.defineProperty(globalThis, name, { value: former[index], configurable: true, writable: true })
  }
})

test('keeps the page, and what is written on it, if the link is withdrawn meanwhile', async () => {
  const { _id } = await open()
  await loadReview()
  const shown = ready()
  await app.call(`businesses/${domainId}/review-links/${_id}`, { method: 'DELETE' })
  expect(await requestChanges(post(0), 'Not on a Monday')).toContain('This link was withdrawn')
  expect(ready()).toBe(shown)
  await refreshReview(() => false)
  expect(ready()).toBe(shown)
})

test('approves the posts of a series that wait with the same content, and shows all of them as they are then', async () => {
  const until = new Date(+app.clock.now() + 22 * 86_400_000).toISOString().slice(0, 10)
  const id = await app.accept({ message: 'Weekly', inSeconds: HOUR, repeat: { every: 'week', until } })
  const { data } = (await (await app.call(`posts/${id}/series`)).json()) as { data: { _id: string }[] }
  const platforms = [{ platform: 'facebook', message: 'Closed this week' }]
  await app.call(`posts/${data[2]!._id}`, { method: 'PUT', json: { platforms } })
  await open({ postIds: [...data.map(({ _id }) => _id), ids[2]] })
  await loadReview()
  const found = ready().posts.find(({ _id }) => _id === id)!
  const alike = alikeIn(ready(), found)
  expect(alike.map(({ _id }) => _id)).toEqual([data[1]!._id, data[3]!._id])
  expect(await requestChanges(found, 'Which day?', alike.slice(0, 1))).toBeUndefined()
  expect(toApproveIn(ready()).map(({ _id }) => _id)).toEqual([data[2]!._id, data[3]!._id])
  expect(
    alikeIn(
      ready(),
      ready().posts.find(({ _id }) => _id === data[3]!._id)!,
    ),
  ).toEqual([])
  const [sentBack, other] = [found, alike[0]!].map(({ _id }) => ready().posts.find(post => post._id === _id)!)
  expect(alikeIn(ready(), sentBack!)).toEqual([])
  expect(other!.comments.map(({ message }) => message)).toEqual(['Which day?'])
})
