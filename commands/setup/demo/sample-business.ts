import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { markAsSample } from '#api/businesses/domains.ts'
import { readDueInboxes } from '#api/inbox/read-account.ts'
import { createActSender, createReplySender } from '#api/inbox/send.ts'
import { readDueInsights } from '#api/insights/read-account.ts'
import { readConfig } from '#api/runtime/config.ts'
import type { WorkerPool } from '#api/runtime/worker-pool.ts'
import { measureDue } from '#api/scores/measure.ts'
import type { InboxItem } from '#shared/inbox.ts'
import { type ClockedApi, openClockedApi } from './clocked-api.ts'
import { drawPicture } from './draw.ts'
import { connectAccounts, type Outside, outside } from './outside.ts'
import { type SampleClient, type SamplePost, SCENES, samplePosts, WORDS } from './posts.ts'

const NAME = 'Harbour Bakehouse'
const WEBSITE = 'https://harbourbakehouse.example'
/** At least the whole of last month, for its report. */
const HISTORY_DAYS = 62
/** Days of figures after today, for a demo that runs on. */
const DAYS_AHEAD = 14
const MINUTE = 60_000
const HOUR = 60 * MINUTE
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
    // After the lease of a post that was going out at an interruption.
    api.setTime(new Date(+today + HOUR))
    const token = await signIn(api, users.email, users.password)
    const agency = await signIn(api, users.agencyEmail, users.password)
    for (const each of [token, agency]) await removeInterrupted(api, each)
    api.setTime(melbourneTime(today, -HISTORY_DAYS, '06:00'))
    const domainId = await addBusiness(api, token, NAME, WEBSITE)
    await addTexts(api, token, domainId)
    const world = outside(sandboxUrl)
    // An interrupted run may have used up Google's limits.
    await world.endMinute()
    await connectAccounts(api, world, token, NAME)
    const author = { token, pictures: await uploadPictures(api, token) }
    await labelPictures(api, author)
    await liveThrough(api, world, author, { domainId, today })
    await prepareNext(api, world, author, { today, hasProblems })
    await discuss(api, { owner: token, agency }, { domainId, today })
    await addClients(api, world, agency, today)
    await world.endMinute()
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

/** Finishes a post that was going out first, because its business can't be deleted before. */
async function removeInterrupted({ call, publishDue }: ClockedApi, token: string) {
  await publishDue()
  const { body } = await call<{ data: { _id: string; isSample?: true }[] }>('users/getUserDomain', {
    token,
  })
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
  for (const json of WORDS.templates)
    await call(`templates/${Bun.randomUUIDv5(json.name, 'url')}`, { method: 'PUT', json, token })
  for (const json of WORDS.hashtagSets)
    await call(`hashtag-sets/${crypto.randomUUID()}`, { method: 'PUT', json, token })
  await call(`domains/${domainId}/voice`, { method: 'PUT', json: WORDS.voice, token })
}

/** The owner, with the uploaded pictures by scene. Each is converted only once. */
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
  for (const [label, scenes] of Object.entries(WORDS.labels))
    for (const scene of scenes)
      await call(`media/${pictures.get(scene)}/labels`, { json: { add: [label] }, token })
}

type Life = { domainId: string; today: Date }

/** Publishes the posts of each day of the past weeks, reads that day's figures, and releases last month's report. */
async function liveThrough(api: ClockedApi, world: Outside, author: Author, { domainId, today }: Life) {
  const { token } = author
  const accounts = await ownAccounts(api, token)
  await world.setPresence({ location: await providerId(api, token, 'google'), ...presence(today) })
  let isScheduled = false
  for (let day = -HISTORY_DAYS; day < 0; day++) {
    api.setTime(melbourneTime(today, day, '06:00'))
    const since = HISTORY_DAYS + day
    for (const [network, account] of accounts)
      await world.setAudience({ account, ...audience(network, since, api.ctx.now()) })
    const date = melbourneDate(today, day)
    if (date.endsWith(RELEASE_DAY) && day >= -31) {
      // Scheduled before the release, so that the report has the new month's plan.
      for (const post of samplePosts('published').filter(post => post.day >= day))
        await sendPost(api, author, post, melbourneTime(today, post.day, post.time))
      isScheduled = true
      await releaseReport(api, token, { domainId, month: melbourneDate(today, day - 3).slice(0, 7) })
    }
    if (since % 8 === 0) {
      api.setScores(scoresAfter(since))
      await measureDue(api.ctx)
    }
    await readDueInsights(api.ctx)
    for (const post of samplePosts('published').filter(post => post.day === day)) {
      const at = melbourneTime(today, day, post.time)
      api.setTime(at)
      if (!isScheduled) await sendPost(api, author, post)
      await api.publishDue()
      for (const { id, network, message } of await world.published()) {
        if (message !== post.message) continue
        const likes = network === 'facebook' ? Math.round(post.likes * 0.4) : post.likes
        const comments = network === 'facebook' ? Math.round(post.comments * 0.6) : post.comments
        await world.engage(id, { likes, comments, at: at.toISOString() })
      }
    }
  }
}

/** Schedules the upcoming posts and, with problems, adds a rejected and a late one. */
async function prepareNext(
  api: ClockedApi,
  world: Outside,
  author: Author,
  { today, hasProblems }: { today: Date; hasProblems: boolean },
) {
  const { token } = author
  api.setTime(new Date(+today - 30 * HOUR))
  await api.call('notifications/read', { json: {}, token })
  if (hasProblems) {
    await world.refuseNext()
    for (const post of samplePosts('failed')) await sendPost(api, author, post)
    await api.publishDue()
  }
  for (const post of samplePosts('scheduled'))
    await sendPost(api, author, post, melbourneTime(today, post.day, post.time))

  api.setTime(new Date(+today - 6 * HOUR))
  for (const json of WORDS.requests) await api.call('users/saveContactRequest', { json })
  if (hasProblems)
    for (const post of samplePosts('held')) await sendPost(api, author, post, new Date(+today - 4 * HOUR))
  api.setTime(new Date(+today - HOUR))
  await api.publishDue()

  for (const [network, account] of await ownAccounts(api, token))
    for (const before of [1, 0])
      await world.setAudience({
        account,
        ...audience(network, HISTORY_DAYS - before, new Date(+today - before * 24 * HOUR)),
      })
  api.setTime(today)
  await readDueInsights(api.ctx)
  await letPeopleWrite(api, world, token, today)
  await api.call('slots', { method: 'PUT', json: { slots: weeklyTimes(today) }, token })
  for (const draft of samplePosts('draft')) await saveDraft(api, author, draft)
}

/** Lets people write comments under the latest posts and reviews, and the business answer, hide and note some of them. */
async function letPeopleWrite(api: ClockedApi, world: Outside, token: string, today: Date) {
  const before = (hours: number) => new Date(+today - hours * HOUR)
  const location = await providerId(api, token, 'google')
  for (const { hoursAgo, name, stars, text, answer, answeredAfter = 0 } of WORDS.reviews) {
    await world.review({ location, at: before(hoursAgo).toISOString(), name, stars, text })
    if (answer === undefined) continue
    api.setTime(before(hoursAgo - answeredAfter))
    await readDueInboxes(api.ctx)
    const { _id, version } = await itemWith(api, token, text)
    await api.call(`inbox/${_id}/reply`, { json: { message: answer, version }, token })
    await finish(createReplySender(api.ctx))
  }
  api.setTime(today)
  const published = (await world.published()).toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
  for (const { network, hoursAgo, name, text } of WORDS.comments) {
    const post = published.findLast(each => each.network === network)
    if (post) await world.comment({ on: post.id, at: before(hoursAgo).toISOString(), name, text })
  }
  // Each reads ten posts of an account.
  for (const minutes of [30, 15, 0]) {
    api.setTime(new Date(+today - minutes * MINUTE))
    await readDueInboxes(api.ctx)
  }
  for (const { text, hide } of WORDS.comments)
    if (hide)
      await api.call(`inbox/${(await itemWith(api, token, text))._id}/act`, { json: { act: 'hide' }, token })
  await finish(createActSender(api.ctx))
  for (const { text, note } of WORDS.reviews) {
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

async function finish({ tick, idle }: WorkerPool) {
  await tick()
  await idle()
}

/** Networks give a month's last figures up to two days later. */
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
  const json = { preparedAt: body.data.preparedAt, note: WORDS.reportNote, recipients: [] }
  await call(`reports/${body.data._id}/release`, { json, token })
}

/** Adds a discussion between the owner and the agency, which opens the business for it. */
async function discuss(
  api: ClockedApi,
  tokens: { owner: string; agency: string },
  { domainId, today }: Life,
) {
  const { body } = await api.call<{ data: { _id: string; deliveries: { message: string }[] }[] }>(
    'posts?limit=100',
    { token: tokens.owner },
  )
  const post = body.data.find(({ deliveries }) =>
    deliveries.some(({ message }) => message === WORDS.discussion.message),
  )
  await api.call(`businesses/${domainId}/visit`, { method: 'POST', token: tokens.agency })
  for (const { by, hoursAgo, message } of WORDS.discussion.comments) {
    api.setTime(new Date(+today - hoursAgo * HOUR))
    await api.call(`posts/${post?._id}/comments`, { json: { message }, token: tokens[by] })
  }
  api.setTime(today)
  await api.call(`businesses/${domainId}/visit`, { method: 'DELETE', token: tokens.agency })
}

/** Adds the agency's own clients, so that its desk has something of each kind to do. */
async function addClients(api: ClockedApi, world: Outside, token: string, today: Date) {
  for (const client of WORDS.clients) {
    api.setTime(melbourneTime(today, -HISTORY_DAYS, '06:00'))
    const domainId = await addBusiness(api, token, client.name, client.website)
    if (client.posts) await addClientPosts(api, world, { token, domainId, today }, { posts: [], ...client })
  }
  api.setTime(today)
}

async function addClientPosts(
  api: ClockedApi,
  world: Outside,
  { token, domainId, today }: Life & { token: string },
  { name, posts, needsApproval, signsOut }: SampleClient & Required<Pick<SampleClient, 'posts'>>,
) {
  const { call } = api
  const { person, authResponse } = await world.signInToPage(name)
  await call('auth/facebook', { json: authResponse, token })
  const pictures = await uploadPictures(api, token, [...new Set(posts.map(({ picture }) => picture))])
  const send = ({ day, time, picture, message }: (typeof posts)[number], submit = false) =>
    sendPost(
      api,
      { token, pictures },
      {
        message,
        networks: ['facebook'],
        pictures: [{ scene: picture, alt: WORDS.altTexts[picture] ?? '' }],
        submit,
      },
      melbourneTime(today, day, time),
    )
  const isPast = ({ day, late }: (typeof posts)[number]) => day < 0 && !late
  for (const post of posts.filter(isPast)) {
    await send(post)
    api.setTime(melbourneTime(today, post.day, post.time))
    await api.publishDue()
    const published = (await world.published()).find(({ message }) => message === post.message)
    for (const { name, hoursAgo, text } of post.comments ?? [])
      await world.comment({
        on: published?.id ?? '',
        name,
        text,
        at: new Date(+today - hoursAgo * HOUR).toISOString(),
      })
  }
  if (needsApproval) {
    const json = { required: true }
    await call(`businesses/${domainId}/approval-rule`, { method: 'PUT', json, token })
  }
  for (const post of posts.filter(each => !isPast(each))) {
    const id = await send(post, needsApproval)
    if (post.changes) await call(`posts/${id}/request-changes`, { json: { comment: post.changes }, token })
  }
  if (signsOut) await world.signOut(person)
  api.setTime(today)
  await api.publishDue()
  await readDueInboxes(api.ctx)
}

const weeklyTimes = (today: Date) =>
  [...samplePosts('scheduled').filter(({ day }) => day < 7), ...WORDS.freeTimes].map(({ day, time }) => ({
    weekday: dayAfter(today, day).dayOfWeek,
    time,
  }))

const ownAccounts = (api: ClockedApi, token: string) =>
  Promise.all(
    ['facebook', 'instagram'].map(
      async provider => [provider, await providerId(api, token, provider)] as const,
    ),
  )

async function providerId({ call }: ClockedApi, token: string, provider: string) {
  const { body } = await call<{ data: { providerId: string } }>('auth/accountDetails', {
    json: { provider },
    token,
  })
  return body.data.providerId
}

/** Days that the api reads of a new account, which its first comparisons need. */
const EARLIER_DAYS = 60

/**
 * Returns the number of followers and the latest days' engagement, which is higher at weekends. Both grow. A new account has
 * had them for some weeks, and today's goes on having them.
 */
function audience(network: string, since: number, now: Date) {
  const isToday = since === HISTORY_DAYS
  const length = since === 0 ? EARLIER_DAYS : isToday ? 3 + DAYS_AHEAD : 1
  const days = Array.from({ length }, (_, index) => {
    const before = isToday ? index - DAYS_AHEAD : index
    const date = new Date(+now - (before + 1) * 24 * HOUR)
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

/** Twice ninety days, and some more. */
const PRESENCE_DAYS = 190
const PRESENCE_MONTHS = 7

/** Returns what people saw and did at the bakery's profile, more of it at weekends, and what they searched for. Both grow. */
function presence(today: Date) {
  const days = Array.from({ length: PRESENCE_DAYS + DAYS_AHEAD }, (_, index) => {
    const date = new Date(+today + (DAYS_AHEAD - index) * 24 * HOUR)
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
    return WORDS.searches.map(({ keyword, count }) => ({
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

/** Sends a post through the composer's call: now, or at a time. @returns its id */
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

const ZONE = 'Australia/Melbourne'

const dayAfter = (from: Date, days: number) =>
  Temporal.Instant.fromEpochMilliseconds(+from).toZonedDateTimeISO(ZONE).toPlainDate().add({ days })

/** Returns the instant of a wall-clock time in Melbourne, some days from the day of `from`. */
const melbourneTime = (from: Date, days: number, plainTime: string) =>
  new Date(dayAfter(from, days).toZonedDateTime({ timeZone: ZONE, plainTime }).epochMilliseconds)

/** Returns the date in Melbourne, such as `2026-11-29`, some days from the day of `from`. */
const melbourneDate = (from: Date, days: number) => dayAfter(from, days).toString()
