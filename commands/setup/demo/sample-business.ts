import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { markAsSample } from '#api/businesses/domains.ts'
import { readDueInboxes } from '#api/inbox/read-account.ts'
import { createActSender, createReplySender } from '#api/inbox/send.ts'
import { readDueInsights } from '#api/insights/read-account.ts'
import { readConfig } from '#api/runtime/config.ts'
import type { WorkerPool } from '#api/runtime/worker-pool.ts'
import { measureDue } from '#api/scores/measure.ts'
import type { Domain } from '#shared/businesses/domains.ts'
import { calls } from '#shared/calls.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/durations.ts'
import type { InboxItem } from '#shared/inbox.ts'
import type { Post } from '#shared/posts/posts.ts'
import { type ClockedApi, openClockedApi } from './clocked-api.ts'
import { drawPicture } from './draw.ts'
import { type ClientPost, type SampleClient, type SamplePost, SCENES, samplePosts, TEXTS } from './posts.ts'
import { connectAccounts, type SandboxClient, sandboxClient } from './sandbox-client.ts'

const NAME = 'Harbour Bakehouse'
const WEBSITE = 'https://harbourbakehouse.example'
/** Covers all of last month, for its report. */
const HISTORY_DAYS = 62
/** Number of days after today with figures, for a demo that keeps running. */
const DAYS_AHEAD = 14
const RECORD = 'sample-business'

type Sample = {
  environment: Record<string, string | undefined>
  sandboxUrl: string
  hasProblems: boolean
  email: string
  agencyEmail: string
  password: string
}

/**
 * Adds a sample business to the demo user, once per DATA_DIR, through the product's own calls and the sandbox. After an
 * interruption, the next run starts from the beginning.
 */
export async function addSampleBusiness({ environment, sandboxUrl, hasProblems, ...users }: Sample) {
  const record = join(readConfig(environment).dataDir, RECORD)
  if (existsSync(record)) return
  const api = await openClockedApi(environment)
  try {
    const today = new Date()
    // Skips the lease of a post that was being published at an interruption.
    api.setTime(new Date(+today + HOUR_MS))
    const token = await signIn(api, users.email, users.password)
    const agency = await signIn(api, users.agencyEmail, users.password)
    for (const each of [token, agency]) await removeInterrupted(api, each)
    api.setTime(localTime(today, -HISTORY_DAYS, '06:00'))
    const domainId = await addBusiness(api, token, NAME, WEBSITE)
    await addTexts(api, token, domainId)
    const demo: Demo = { api, sandbox: sandboxClient(sandboxUrl), today }
    // An interrupted run may have used up Google's limits.
    await demo.sandbox.resetLimits()
    await connectAccounts(api, demo.sandbox, token, NAME)
    const author = { token, pictures: await uploadPictures(api, token) }
    await labelPictures(api, author)
    await simulateHistory(demo, author, domainId)
    await preparePresent(demo, author, hasProblems)
    await addDiscussion(demo, domainId, { owner: token, agency })
    await addClients(demo, agency)
    await demo.sandbox.resetLimits()
    for (const each of [token, agency]) await api.call('users/logout', { method: 'POST', token: each })
    writeFileSync(record, 'Delete this file to get the sample business again.\n')
  } finally {
    await api.close()
  }
}

async function signIn({ call }: ClockedApi, email: string, password: string) {
  const { body } = await call<{ token: string }>('users/login', { json: { email, password } })
  return body.token
}

/** Deletes the sample businesses of an interrupted run. First publishes due posts, without which a business can't be deleted. */
async function removeInterrupted({ call, publishDue }: ClockedApi, token: string) {
  await publishDue()
  const { body } = await call<{ data: Domain[] }>('users/getUserDomain', { token })
  for (const { _id, isSample } of body.data)
    if (isSample) await call(`users/deleteUserDomain/${_id}`, { method: 'DELETE', token })
}

/** Adds a business, and selects it. @returns its id */
async function addBusiness(
  { call, ctx }: ClockedApi,
  token: string,
  businessName: string,
  websiteURL: string,
) {
  const json = { businessName, websiteURL, timeZone: ZONE }
  const { body } = await call<{ data: { _id: string } }>('users/saveUserDomain', { json, token })
  await markAsSample(ctx, body.data._id)
  await call('users/updateUserDomain', { json: { domainId: body.data._id }, token })
  return body.data._id
}

async function addTexts({ call }: ClockedApi, token: string, domainId: string) {
  const postButton = { button: 'ORDER', url: `${WEBSITE}/order` }
  await call(`domains/${domainId}`, { method: 'PATCH', json: { postButton }, token })
  // Templates stay when a business is deleted, so after an interruption they get the same ids.
  for (const json of TEXTS.templates)
    await call(`templates/${Bun.randomUUIDv5(json.name, 'url')}`, { method: 'PUT', json, token })
  for (const json of TEXTS.hashtagSets)
    await call(`hashtag-sets/${crypto.randomUUID()}`, { method: 'PUT', json, token })
  await call(`domains/${domainId}/voice`, { method: 'PUT', json: TEXTS.voice, token })
}

/** The owner's session, and the ids of their uploaded pictures by scene. */
type Author = { token: string; pictures: Map<string, string> }

async function uploadPictures(
  { call }: ClockedApi,
  token: string,
  scenes: readonly string[] = SCENES,
): Promise<Author['pictures']> {
  const pictures = new Map<string, string>()
  for (const scene of scenes) {
    const form = new FormData()
    form.append('media', await drawPicture(scene))
    const { body } = await call<{ data: { _id: string } }>('media', { form, token })
    pictures.set(scene, body.data._id)
  }
  return pictures
}

async function labelPictures({ call }: ClockedApi, { token, pictures }: Author) {
  for (const [label, scenes] of Object.entries(TEXTS.labels))
    for (const scene of scenes)
      await call(`media/${pictures.get(scene)}/labels`, { json: { add: [label] }, token })
}

type Demo = { api: ClockedApi; sandbox: SandboxClient; today: Date }

/** Publishes the posts of each day of the past weeks, reads that day's figures, and releases last month's report. */
async function simulateHistory({ api, sandbox, today }: Demo, author: Author, domainId: string) {
  const { token } = author
  const accounts = await ownAccounts(api, token)
  await sandbox.setPresence({ location: await providerId(api, token, 'google'), ...presenceFigures(today) })
  let isScheduled = false
  for (let day = -HISTORY_DAYS; day < 0; day++) {
    api.setTime(localTime(today, day, '06:00'))
    const since = HISTORY_DAYS + day
    for (const [network, account] of accounts)
      await sandbox.setAudience({ account, ...audienceFigures(network, since, api.ctx.now()) })
    const date = localDate(today, day)
    if (date.endsWith(RELEASE_DAY) && day >= -31) {
      // Scheduled before the release, so that the report has the new month's plan.
      for (const post of samplePosts('published').filter(post => post.day >= day))
        await sendPost(api, author, post, localTime(today, post.day, post.time))
      isScheduled = true
      await releaseReport(api, token, { domainId, month: localDate(today, day - 3).slice(0, 7) })
    }
    if (since % 8 === 0) {
      api.setScores(scoresAfter(since))
      await measureDue(api.ctx)
    }
    await readDueInsights(api.ctx)
    for (const post of samplePosts('published').filter(post => post.day === day)) {
      const at = localTime(today, day, post.time)
      api.setTime(at)
      if (!isScheduled) await sendPost(api, author, post)
      await api.publishDue()
      for (const { id, network, message } of await sandbox.published()) {
        if (message !== post.message) continue
        const likes = network === 'facebook' ? Math.round(post.likes * 0.4) : post.likes
        const comments = network === 'facebook' ? Math.round(post.comments * 0.6) : post.comments
        await sandbox.engage(id, { likes, comments, at: at.toISOString() })
      }
    }
  }
}

/** Schedules the upcoming posts and, with problems, adds a rejected and a late one. */
async function preparePresent({ api, sandbox, today }: Demo, author: Author, hasProblems: boolean) {
  const { token } = author
  api.setTime(new Date(+today - 30 * HOUR_MS))
  await api.call('notifications/read', { json: {}, token })
  if (hasProblems) {
    await sandbox.rejectNext()
    for (const post of samplePosts('failed')) await sendPost(api, author, post)
    await api.publishDue()
  }
  for (const post of samplePosts('scheduled'))
    await sendPost(api, author, post, localTime(today, post.day, post.time))

  api.setTime(new Date(+today - 6 * HOUR_MS))
  for (const json of TEXTS.requests) await api.call('users/saveContactRequest', { json })
  if (hasProblems)
    for (const post of samplePosts('held')) await sendPost(api, author, post, new Date(+today - 4 * HOUR_MS))
  api.setTime(new Date(+today - HOUR_MS))
  await api.publishDue()

  for (const [network, account] of await ownAccounts(api, token))
    for (const before of [1, 0]) {
      const figures = audienceFigures(network, HISTORY_DAYS - before, new Date(+today - before * DAY_MS))
      await sandbox.setAudience({ account, ...figures })
    }
  api.setTime(today)
  await readDueInsights(api.ctx)
  await addInboxItems({ api, sandbox, today }, token)
  await api.call('slots', { method: 'PUT', json: { slots: weeklyTimes(today) }, token })
  for (const draft of samplePosts('draft')) await saveDraft(api, author, draft)
}

/** Adds reviews, and comments on the latest posts. The business answers, hides and notes some of them. */
async function addInboxItems({ api, sandbox, today }: Demo, token: string) {
  const before = (hours: number) => new Date(+today - hours * HOUR_MS)
  const location = await providerId(api, token, 'google')
  for (const { hoursAgo, name, stars, text, answer, answeredAfter = 0 } of TEXTS.reviews) {
    await sandbox.review({ location, at: before(hoursAgo).toISOString(), name, stars, text })
    if (answer === undefined) continue
    api.setTime(before(hoursAgo - answeredAfter))
    await readDueInboxes(api.ctx)
    const { _id, version } = await itemWith(api, token, text)
    await api.call(`inbox/${_id}/reply`, { json: { message: answer, version }, token })
    await runToEnd(createReplySender(api.ctx))
  }
  api.setTime(today)
  const published = (await sandbox.published()).toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
  for (const { network, hoursAgo, name, text } of TEXTS.comments) {
    const post = published.findLast(each => each.network === network)
    if (post) await sandbox.comment({ on: post.id, at: before(hoursAgo).toISOString(), name, text })
  }
  // Each run reads only ten posts of an account.
  for (const minutes of [30, 15, 0]) {
    api.setTime(new Date(+today - minutes * MINUTE_MS))
    await readDueInboxes(api.ctx)
  }
  for (const { text } of TEXTS.comments.filter(({ hide }) => hide)) {
    const { _id } = await itemWith(api, token, text)
    await api.call(`inbox/${_id}/act`, { json: { act: 'hide' }, token })
  }
  await runToEnd(createActSender(api.ctx))
  for (const { text, note } of TEXTS.reviews) {
    if (note === undefined) continue
    const { _id } = await itemWith(api, token, text)
    const path = `inbox/${_id}/notes/${crypto.randomUUID()}`
    await api.call(path, { method: 'PUT', json: { text: note }, token })
  }
}

async function itemWith({ call }: ClockedApi, token: string, text: string): Promise<InboxItem> {
  const { body } = await call<{ data: InboxItem[] }>('inbox?state=all&limit=100', { token })
  const item = body.data.find(each => each.text === text)
  if (!item) throw new Error(`The inbox has nothing that says “${text}”.`)
  return item
}

async function runToEnd({ tick, idle }: WorkerPool) {
  await tick()
  await idle()
}

/** Networks report a month's last figures up to two days late. */
const RELEASE_DAY = '-03'

/** Releases a month's report, with a note. Its PDF is printed when the product starts. */
async function releaseReport(
  { call }: ClockedApi,
  token: string,
  { domainId, month }: { domainId: string; month: string },
) {
  const { body } = await call<{ data: { _id: string; preparedAt: string } }>('reports', {
    json: { domainId, month },
    token,
  })
  const json = { preparedAt: body.data.preparedAt, note: TEXTS.reportNote, recipients: [] }
  await call(`reports/${body.data._id}/release`, { json, token })
}

/** Adds a discussion of the owner with the agency, which visits the business for it. */
async function addDiscussion(
  { api, today }: Demo,
  domainId: string,
  tokens: { owner: string; agency: string },
) {
  const { body } = await api.call<{ data: Post[] }>('posts?limit=100', { token: tokens.owner })
  const post = body.data.find(({ deliveries }) =>
    deliveries.some(({ message }) => message === TEXTS.discussion.message),
  )
  await api.call(`businesses/${domainId}/visit`, { method: 'POST', token: tokens.agency })
  for (const { by, hoursAgo, message } of TEXTS.discussion.comments) {
    api.setTime(new Date(+today - hoursAgo * HOUR_MS))
    await api.call(`posts/${post?._id}/comments`, { json: { message }, token: tokens[by] })
  }
  api.setTime(today)
  await api.call(`businesses/${domainId}/visit`, { method: 'DELETE', token: tokens.agency })
}

/** Adds the agency's own clients, with work of each kind for its list of clients. */
async function addClients(demo: Demo, token: string) {
  const { api, today } = demo
  for (const client of TEXTS.clients) {
    api.setTime(localTime(today, -HISTORY_DAYS, '06:00'))
    const domainId = await addBusiness(api, token, client.name, client.website)
    if (client.posts) await addClientPosts(demo, { token, domainId }, client, client.posts)
  }
  api.setTime(today)
}

async function addClientPosts(
  { api, sandbox, today }: Demo,
  { token, domainId }: { token: string; domainId: string },
  { name, needsApproval, signsOut }: SampleClient,
  posts: ClientPost[],
) {
  const { call } = api
  const { person, authResponse } = await sandbox.signInToPage(name)
  await call('auth/facebook', { json: authResponse, token })
  const pictures = await uploadPictures(api, token, [...new Set(posts.map(({ picture }) => picture))])
  const send = ({ day, time, picture, message }: ClientPost, submit = false) => {
    const pictureOfPost = { scene: picture, alt: TEXTS.altTexts[picture] ?? '' }
    const post = { message, networks: ['facebook' as const], pictures: [pictureOfPost], submit }
    return sendPost(api, { token, pictures }, post, localTime(today, day, time))
  }
  const isPast = ({ day, late }: ClientPost) => day < 0 && !late
  for (const post of posts.filter(isPast)) {
    await send(post)
    api.setTime(localTime(today, post.day, post.time))
    await api.publishDue()
    const published = (await sandbox.published()).find(({ message }) => message === post.message)
    for (const { name, hoursAgo, text } of post.comments ?? []) {
      const at = new Date(+today - hoursAgo * HOUR_MS).toISOString()
      await sandbox.comment({ on: published?.id ?? '', name, text, at })
    }
  }
  if (needsApproval) {
    const json = { required: true }
    await call(`businesses/${domainId}/approval-rule`, { method: 'PUT', json, token })
  }
  for (const post of posts.filter(each => !isPast(each))) {
    const id = await send(post, needsApproval)
    if (post.changes) await call(`posts/${id}/request-changes`, { json: { comment: post.changes }, token })
  }
  if (signsOut) await sandbox.signOut(person)
  api.setTime(today)
  await api.publishDue()
  await readDueInboxes(api.ctx)
}

const weeklyTimes = (today: Date) =>
  [...samplePosts('scheduled').filter(({ day }) => day < 7), ...TEXTS.freeTimes].map(({ day, time }) => ({
    weekday: dayAfter(today, day).dayOfWeek,
    time,
  }))

const ownAccounts = (api: ClockedApi, token: string) =>
  Promise.all(['facebook', 'instagram'].map(async id => [id, await providerId(api, token, id)] as const))

async function providerId({ call }: ClockedApi, token: string, provider: string) {
  const { body } = await call<{ data: { providerId: string } }>('auth/accountDetails', {
    json: { provider },
    token,
  })
  return body.data.providerId
}

/** Number of days before the connection that the api reads of a new account, for its first comparisons. */
const EARLIER_DAYS = 60

/**
 * Returns growing figures, with more engagement at weekends: at first of the weeks before the account was connected, then of one
 * day, and today also of the days ahead.
 */
function audienceFigures(network: string, since: number, now: Date) {
  const isToday = since === HISTORY_DAYS
  const length = since === 0 ? EARLIER_DAYS : isToday ? 3 + DAYS_AHEAD : 1
  const days = Array.from({ length }, (_, index) => {
    const before = isToday ? index - DAYS_AHEAD : index
    const date = new Date(+now - (before + 1) * DAY_MS)
    const weekend = [5, 6].includes(date.getUTCDay()) ? 1.6 : 1
    const usual = (network === 'facebook' ? 22 : 48) + 0.2 * (since - before)
    const engagement = Math.round(usual * weekend) + ((Math.abs(since - before) * 37) % 29)
    return {
      day: date.toISOString().slice(0, 10),
      followers: followersAfter(network, since - Math.max(before, 0)),
      engagement,
    }
  })
  return { followers: followersAfter(network, since), days }
}

const followersAfter = (network: string, days: number) =>
  Math.round(network === 'facebook' ? 842 + days * 2.1 : 1316 + days * 5.4 + days ** 2 / 30)

/** Covers a period of ninety days and the one before it. */
const PRESENCE_DAYS = 190
const PRESENCE_MONTHS = 7

/** Returns growing figures of the bakery's profile, higher at weekends, and the search terms that led to it. */
function presenceFigures(today: Date) {
  const days = Array.from({ length: PRESENCE_DAYS + DAYS_AHEAD }, (_, index) => {
    const date = new Date(+today + (DAYS_AHEAD - index) * DAY_MS)
    const busy =
      ([0, 6].includes(date.getUTCDay()) ? 1.7 : 1) * (1 - index / 700) * (1 + ((index * 37) % 11) / 40)
    const figure = (usual: number) => Math.round(usual * busy)
    return {
      day: date.toISOString().slice(0, 10),
      BUSINESS_IMPRESSIONS_MOBILE_SEARCH: figure(31),
      BUSINESS_IMPRESSIONS_DESKTOP_SEARCH: figure(8),
      BUSINESS_IMPRESSIONS_MOBILE_MAPS: figure(46),
      BUSINESS_IMPRESSIONS_DESKTOP_MAPS: figure(4),
      CALL_CLICKS: figure(1.4),
      BUSINESS_DIRECTION_REQUESTS: figure(6.2),
      WEBSITE_CLICKS: figure(3.6),
    }
  })
  const keywords = Array.from({ length: PRESENCE_MONTHS }, (_, before) => {
    const month = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - before, 1))
    return TEXTS.searches.map(({ keyword, count }) => ({
      month: month.toISOString().slice(0, 7),
      keyword,
      count: Math.round(count * (1 - before / 20)),
    }))
  }).flat()
  return { days, keywords }
}

const scoresAfter = (days: number) => ({
  performance: Math.min(93, 61 + days),
  accessibility: Math.min(100, 84 + Math.floor(days / 2)),
  'best-practices': days < 16 ? 92 : 100,
  seo: days < 8 ? 85 : 98,
})

/** Sends a post now, or schedules it for a time. @returns its id */
async function sendPost(
  { call, ctx }: ClockedApi,
  { token, pictures }: Author,
  post: Pick<SamplePost, 'networks' | 'message' | 'pictures'> & { submit?: boolean },
  at?: Date,
) {
  const form = new FormData()
  form.set(
    'data',
    JSON.stringify({
      platforms: post.networks.map(platform => ({ platform, message: post.message })),
      mediaIds: post.pictures.map(({ scene }) => pictures.get(scene)),
      altTexts: post.pictures.map(({ alt }) => alt),
      ...(post.submit && { submit: true }),
      timestamp: ctx.now().toISOString(),
      timeZone: ZONE,
    }),
  )
  form.set('isScheduled', String(at !== undefined))
  form.set('scheduledTime', at ? String(Math.floor(+at / 1000)) : '')
  const { body } = await call<{ postId: string }>('auth/createPosts', { form, token })
  return body.postId
}

async function saveDraft({ call }: ClockedApi, { token, pictures }: Author, post: SamplePost) {
  const media = post.pictures.map(({ scene, alt }) => ({ mediaId: pictures.get(scene), altText: alt }))
  const networks = Object.fromEntries(post.networks.map(network => [network, true]))
  const content = { message: post.message, networks, media, mediaKind: media.length > 0 ? 'image' : null }
  await call(`drafts/${crypto.randomUUID()}`, { method: 'PUT', json: { version: 0, content }, token })
}

/** The sample is one of the agency's clients. */
const ZONE = calls.timeZone

const dayAfter = (from: Date, days: number) =>
  Temporal.Instant.fromEpochMilliseconds(+from).toZonedDateTimeISO(ZONE).toPlainDate().add({ days })

/** Returns the instant of a local time, some days from the day of `from`. */
const localTime = (from: Date, days: number, plainTime: string) =>
  new Date(dayAfter(from, days).toZonedDateTime({ timeZone: ZONE, plainTime }).epochMilliseconds)

/** Returns the local date, such as `2026-11-29`, some days from the day of `from`. */
const localDate = (from: Date, days: number) => dayAfter(from, days).toString()
