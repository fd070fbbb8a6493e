import { html } from 'hono/html'

import type { PublishedPost, PublishedMedia } from '../control/shown-post.ts'
import type { Fault } from '../faults/fault.ts'
import { NETWORKS } from '../networks.ts'
import type { LocalPostEvent } from '../world/entities/google.ts'
import { networkMark } from './network-mark.ts'
import { page } from './page.ts'

/** Renders everything published, in a column per account. The account that posted first comes first. */
export function feedsPage(published: PublishedPost[]) {
  const accounts = Map.groupBy(published.toReversed(), ({ network, account }) => `${network}-${account}`)
  const columns = [...accounts.values()].map(posts => feed(posts.toReversed()))
  const main = html`<main data-live>
    <h1>Published</h1>
    ${happenings} ${columns.length > 0 ? html`<div class="feeds">${columns}</div>` : nothing}
  </main>`
  return page('Published', main, 'published')
}

export const postPage = (post: PublishedPost) =>
  page(post.accountName, html`<main class="single" data-live>${card(post)}</main>`)

const ACCOUNTS = Object.values(NETWORKS).map(({ account }) => account)

const nothing = html`<section class="empty">
  <svg viewBox="0 0 220 120" aria-hidden="true">
    <path d="M10 96h200" stroke="currentColor" stroke-width="2" />
    <rect x="38" y="26" width="62" height="70" fill="none" stroke="currentColor" stroke-width="2" />
    <rect x="120" y="44" width="62" height="52" fill="none" stroke="currentColor" stroke-width="2" />
    <path d="M48 82h42M48 72h30M130 82h42" stroke="currentColor" stroke-width="2" />
    <circle cx="69" cy="48" r="11" fill="var(--iris)" />
  </svg>
  <h2>Nothing has been published yet</h2>
  <p>
    Connect ${ACCOUNTS.slice(0, -1).join(', ')} or ${ACCOUNTS.at(-1)} in the dashboard and press Post Now. The
    post appears here the moment the network takes it.
  </p>
</section>`

function feed(posts: PublishedPost[]) {
  const [first] = posts
  if (!first) return ''
  const { network, account, accountName } = first
  const name = network === 'instagram' || network === 'bluesky' ? `@${accountName}` : accountName
  return html`<section class="feed" id="account-${account}" aria-label="${name} on ${network}">
    <h2>${networkMark(network)} <span>${name}</span> <small>${posts.length}</small></h2>
    ${network === 'google' ? reviewButton(account) : ''} ${posts.map(card)}
  </section>`
}

function card(post: PublishedPost) {
  const {
    network,
    accountName,
    message,
    media,
    createdAt,
    id,
    permalink,
    link,
    likes,
    comments,
    ownComments,
  } = post
  const words = [
    post.title && html`<h3>${post.title}</h3>`,
    message && html`<p class="message">${message}</p>`,
  ]
  const pictures = media.length > 0 ? gallery(media, network) : ''
  return html`<article class="card ${network}" id="post-${id}">
    <header>
      <span class="avatar" aria-hidden="true">${accountName.slice(0, 1).toUpperCase()}</span>
      <div>
        <strong>${accountName}</strong>
        ${post.isStory ? html`<span>Story</span>` : ''}
        <a class="when" href="${permalink}"
          ><time datetime="${createdAt.toISOString()}">${when(createdAt)}</time></a
        >
      </div>
    </header>
    ${network === 'facebook' || network === 'bluesky' ? [words, pictures] : [pictures, words]}
    ${link ? html`<a class="link" href="${link}">${link}</a>` : ''} ${extras(post)} ${altTexts(media, id)}
    ${ownComments.map(comment => html`<p class="message"><strong>${accountName}</strong> ${comment}</p>`)}
    <footer>
      <span>${count(likes, 'like')} · ${count(comments, 'comment')}</span>
      ${commentButton(post)}
      <code>${id}</code>
    </footer>
  </article>`
}

/** Lists what a post has besides its text, link and files. */
function extras({ collaborators = [], place, media, event, offer = {}, callToAction = {} }: PublishedPost) {
  const cover = media.find(({ coverMs, coverUrl }) => coverMs !== undefined || coverUrl)
  const { actionType, url } = callToAction
  const rows: [string, string | undefined][] = [
    ['With', collaborators.map(name => `@${name}`).join(', ')],
    ['At', place],
    ['Tagged', media.flatMap(({ userTags = [] }) => userTags.map(name => `@${name}`)).join(', ')],
    ['Cover', cover && (cover.coverUrl ?? `the video at ${(cover.coverMs ?? 0) / 1000} s`)],
    ['Event', event && `${event.title}, ${period(event.schedule)}${event.recurrenceInfo ? ', repeats' : ''}`],
    ['Offer', Object.values(offer).join(' · ')],
    ['Button', actionType && `${actionType}${url ? ` → ${url}` : ''}`],
  ]
  const shown = rows.filter(([, value]) => value)
  if (shown.length === 0) return ''
  return html`<dl class="extras">
    ${shown.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`
}

/** Returns Google's dates and times as text, such as '2026-12-4 17:30 – 2026-12-4 20:00'. */
const period = ({ startDate, startTime, endDate, endTime }: LocalPostEvent['schedule']) =>
  [moment(startDate, startTime), moment(endDate, endTime)].filter(Boolean).join(' – ')

const moment = (date: Record<string, number> = {}, { hours, minutes = 0 }: Record<string, number> = {}) =>
  [
    [date['year'], date['month'], date['day']].join('-'),
    ...(hours === undefined ? [] : [`${hours}:${String(minutes).padStart(2, '0')}`]),
  ].join(' ')

const count = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`

const when = (date: Date) =>
  new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'medium' }).format(date)

/** Lays pictures out in a grid as Facebook does, or in a strip as Instagram does. */
function gallery(media: PublishedMedia[], network: PublishedPost['network']) {
  const shown = network === 'facebook' ? media.slice(0, 5) : media
  const more = media.length - shown.length
  const strip = network === 'instagram' && media.length > 1
  return html`<div class="gallery ${strip ? 'strip' : `grid-${shown.length}`}" ${strip ? 'tabindex=0' : ''}>
    ${shown.map((one, i) => tile(one, strip ? `${i + 1}/${media.length}` : more && i === 4 ? `+${more}` : ''))}
  </div>`
}

function tile(media: PublishedMedia, label: string) {
  const { type, url, altText, bytes, width, height } = media
  const badge = label && html`<span class="badge">${label}</span>`
  if (type === 'video') {
    const player = url
      ? html`<video controls muted playsinline preload="metadata" src="${url}"></video>`
      : html`<span class="play" aria-hidden="true"></span>`
    return html`<figure class="video">
      ${player}
      <figcaption>Video, ${size(bytes)}</figcaption>
      ${badge}
    </figure>`
  }
  if (!url)
    return html`<figure class="video">
      <figcaption>Picture, ${size(bytes)}</figcaption>
      ${badge}
    </figure>`
  const shape = width && height ? html`width="${width}" height="${height}"` : ''
  return html`<figure><img src="${url}" alt="${altText ?? ''}" ${shape} loading="lazy" />${badge}</figure>`
}

const size = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

function altTexts(media: PublishedMedia[], id: string) {
  const pictures = media.filter(({ type }) => type === 'image')
  if (pictures.length === 0) return ''
  const items = pictures.map(
    ({ altText }) => html`<li>${altText ?? html`<em>No alt text was sent.</em>`}</li>`,
  )
  return html`<details id="alt-${id}">
    <summary>Alt text, ${pictures.filter(({ altText }) => altText).length} of ${pictures.length}</summary>
    <ol>
      ${items}
    </ol>
  </details>`
}

type OfferedFault = [label: string, fault: Omit<Fault, 'times'>]

/** Faults of the next post that the page offers, with their labels. */
export const OFFERED_FAULTS: OfferedFault[] = [
  [
    'Facebook refuses the next picture',
    { provider: 'facebook', operation: 'photos', kind: 'error', code: 368 },
  ],
  [
    'Facebook takes the next picture, and its answer is lost',
    { provider: 'facebook', operation: 'photos', kind: 'drop-after' },
  ],
  [
    'Instagram takes no more posts today',
    { provider: 'instagram', operation: 'media_publish', kind: 'quota' },
  ],
  ['Google rejects the next post', { provider: 'google', operation: 'localPosts', kind: 'rejected' }],
  [
    'Bluesky takes the next post, and its answer is lost',
    { provider: 'bluesky', operation: 'putRecord', kind: 'drop-after' },
  ],
  [
    'The website is down for the next article',
    { provider: 'wordpress', operation: 'draft', kind: 'error', code: 503 },
  ],
]

const NAMES = { facebook: 'Facebook', instagram: 'Instagram', google: 'Google' }

/** Buttons that simulate people and networks, for trying the product. */
const happenings = html`<details id="happenings" class="happenings">
  <summary>Make something happen</summary>
  <p>Each button makes its network do this once. Then publish a post in the dashboard.</p>
  <ul>
    ${OFFERED_FAULTS.map(([label, fault]) => html`<li>${callButton(label, 'faults', fault)}</li>`)}
    ${(['facebook', 'instagram', 'google'] as const).map(
      provider =>
        html`<li>${callButton(`The password changes at ${NAMES[provider]}`, 'expire', { provider })}</li>`,
    )}
  </ul>
</details>`

/** Returns a button that adds visitors' comments, except on Google and stories. */
const commentButton = ({ network, id, on = id, isStory }: PublishedPost) =>
  network === 'google' || isStory ? '' : callButton('Let people comment', 'visitors', { on, count: 2 })

const reviewButton = (location: string) =>
  callButton('Let people review', 'visitors', { on: location, count: 2 })

/** Returns a button that makes a control call, and then shows a tick. */
function callButton(label: string, call: string, body: object) {
  return html`<button type="button" data-call="${call}" data-body="${JSON.stringify(body)}">${label}</button>`
}
