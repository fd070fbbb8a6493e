import {
  ArrowUpFromLine,
  Building2,
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CreditCard,
  FileChartColumn,
  FileText,
  Grid3x3,
  Hash,
  History,
  Image,
  Keyboard,
  Link,
  LogOut,
  type LucideIcon,
  MapPin,
  Monitor,
  Moon,
  PencilLine,
  Plus,
  Settings as SettingsIcon,
  Sparkles,
  Star,
  Sun,
  Upload,
} from 'lucide-react'
import { atom, computed, onMount } from 'nanostores'

import type { Permission } from '#shared/businesses/permissions.ts'
import type { LibraryItem } from '#shared/media/library.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import type { DraftSummary } from '#shared/posts/drafts.ts'
import { listedText, type Post } from '#shared/posts/posts.ts'
import { stateLabel } from '#shared/posts/state-labels.ts'
import type { Appearance } from '#shared/settings.ts'
import { fold } from '#shared/text/fold.ts'
import { BUSINESS_SECTIONS, USER_SECTIONS } from '#site/dashboard/settings/sections.ts'
import { askForReviews } from '#site/dashboard/shared/ask-for-reviews/AskForReviewsButton.tsx'
import { askToOpen } from '#site/dashboard/shared/clients/ask-to-open.ts'
import { showAllBusinesses } from '#site/dashboard/shared/domains/scope.ts'
import { $domains, CONNECT_LINK_PATH, selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { $drafts, titleOf } from '#site/dashboard/shared/drafts/store.ts'
import { logOut } from '#site/dashboard/shared/guard.ts'
import { loadPart } from '#site/dashboard/shared/lazy-part.ts'
import { $isAdmin, saveSettings } from '#site/dashboard/shared/me.ts'
import { $can, $businessNoun } from '#site/dashboard/shared/permissions.tsx'
import { dueAt, missedLine } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { pathToPost } from '#site/dashboard/shared/post-dialogs/url.ts'
import { followLink, type Route } from '#site/dashboard/shared/router.ts'
import { askToExport } from '#site/dashboard/shared/transfer/ask-to-export.ts'
import { openWeekDialog } from '#site/dashboard/shared/week/WriteWeekButton.tsx'
import { $zoneOf, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { $links } from '#site/dashboard/shell/screens.ts'
import { api, bodyOf, dataOf } from '#site/lib/api/api.ts'
import { timeZone } from '#site/lib/format.ts'
import { debounced, remote } from '#site/lib/remote.ts'
import { withErrorToast } from '#site/lib/toasts.ts'
import { $hasLetters, keysTo, $shortcutDialog } from './shortcuts.ts'

export type Entry = {
  id: string
  kind: 'Screen' | 'Setting' | 'Business' | 'Client' | 'Post' | 'Draft' | 'Media' | 'Help' | 'Action'
  label: string
  detail?: string
  /** Words that people use instead of the label, with the same rating. */
  names?: string
  /** A typed word that isn't meant for this entry, although its label begins with it. */
  not?: string
  /** Further search terms. Entries whose label matches are listed first. */
  words?: string
  keys?: readonly string[] | undefined
  /** Shown only for a search. */
  isContent?: true
  /** Id of the entry's business, which is selected before the entry runs. */
  domainId?: string | undefined
  icon: LucideIcon
  run: () => unknown
}

/** Number of the newest posts of all businesses, which the palette searches without a request. */
const MAX_POSTS = '100'
const MAX_SHOWN = 12
const MAX_RECENT = 5
const RECENT_KEY = 'palette'

const $posts = remote(() => dataOf(api.posts.$get({ query: { limit: MAX_POSTS } })))

/** Returns 'Scheduled · Mon 30 Nov, 9:30 am'. */
function describe(post: Post, zone: string): string {
  const missed = missedLine(post.deliveries, zone)
  if (missed) return missed
  const approved = post.approval?.state === 'approved'
  const labels = new Set(post.deliveries.map(delivery => stateLabel({ ...delivery, approved })))
  const published = post.deliveries.find(({ publishedAt }) => publishedAt)?.publishedAt
  return `${[...labels].join(', ')} · ${formatDueIn(zone, published ?? dueAt(post))}`
}

const isCanceled = ({ deliveries }: Post) => deliveries.every(({ state }) => state === 'canceled')

/** Posts whose time is nearest come first, cancelled ones last. */
const nearestFirst = (posts: readonly Post[]) => {
  const distance = (post: Post) =>
    isCanceled(post) ? Number.MAX_VALUE : Math.abs(Date.parse(dueAt(post)) - Date.now())
  return posts.toSorted((a, b) => distance(a) - distance(b))
}

const $query = atom('')

/** Posts, drafts and files of all businesses that contain the text. */
const $found = remote(async () => {
  const search = $query.get()
  if (search.length < 2) return { posts: [], drafts: [], media: [] }
  const [posts, drafts, media] = await Promise.all([
    dataOf(api.posts.$get({ query: { limit: '12', search } })),
    dataOf(api.drafts.$get({ query: { businesses: 'all', search } })),
    dataOf(api.media.library.$get({ query: { businesses: 'all', limit: '6', search } })),
  ])
  return { posts, drafts, media }
})
const searchSoon = debounced($found.reload)

export function search(typed: string) {
  $query.set(typed.trim())
  searchSoon()
}

const $help = remote(async () => (await import('#site/dashboard/help/Faq.tsx')).FAQ)

const $unopened = remote(async () => {
  if (!$isAdmin.get()) return []
  const { data } = await bodyOf(api.clients.$get({ query: { timeZone: timeZone() } }))
  return data.filter(({ role }) => role === null)
})

type Needed = { needs?: Permission }

const action = (
  id: string,
  label: string,
  icon: LucideIcon,
  words: string,
  run: () => unknown,
  more: Partial<Entry & Needed> = {},
): Entry & Needed => ({ id, kind: 'Action', label, words, icon, run, ...more })

const link = (
  href: string,
  label: string,
  icon: LucideIcon,
  words = '',
  more: Partial<Entry & Needed> = {},
) => action(label, label, icon, words, () => followLink(href), { kind: 'Screen', ...more })

const settingsSections = (can: (permission: Permission) => boolean): Entry[] =>
  Object.entries({ ...USER_SECTIONS, ...BUSINESS_SECTIONS }).flatMap(([anchor, section]) =>
    'href' in section || ('needs' in section && !can(section.needs))
      ? []
      : link(`/dashboard/settings#${anchor}`, section.title, SettingsIcon, section.words, {
          kind: 'Setting',
        }),
  )

const theme = (appearance: Appearance, label: string, icon: LucideIcon) =>
  action(
    `theme-${appearance}`,
    label,
    icon,
    'appearance colours mode night day',
    () => void withErrorToast('Your settings weren’t saved. Try again.', () => saveSettings({ appearance })),
  )

/** Commands and screens that the sidebar lacks. */
const commands = (
  can: (permission: Permission) => boolean,
  { add, create, many }: ReturnType<typeof $businessNoun.get>,
  businesses: number,
): Entry[] => {
  const all = [
    link(
      '/dashboard/view-post?tab=review',
      'Approve posts',
      CircleCheck,
      'approvals review waiting decide reject',
      { needs: 'approve' },
    ),
    action('write-week', 'Write my week', Sparkles, 'ai drafts posts ideas', openWeekDialog, {
      needs: 'write',
    }),
    link('/dashboard/view-post?tab=drafts', 'Drafts', PencilLine, 'unfinished saved', { needs: 'write' }),
    link(
      '/dashboard/view-post?tab=attention',
      'Posts that need attention',
      CircleAlert,
      'failed errors problems missed held on hold changes requested',
    ),
    link('/dashboard/calendar?view=grid', 'Instagram grid', Grid3x3, 'profile feed preview'),
    link(CONNECT_LINK_PATH, 'Send a connect link', Link, 'client accounts connection', { needs: 'connect' }),
    action('add-business', add, Plus, 'new add create business client customer', create),
    businesses > 1 &&
      action(
        'all-businesses',
        `All ${many}`,
        Building2,
        'together at once calendar posts inbox switch clients businesses',
        showAllBusinesses,
      ),
    businesses > 0 &&
      action(
        'ask-for-reviews',
        'Ask for reviews',
        Star,
        'google stars customers print code link url more get collect',
        askForReviews,
        { names: 'qr card request' },
      ),
    businesses > 0 &&
      link(
        '/dashboard/google-business-profile',
        'Google Business Profile Manager',
        MapPin,
        'gbp gmb my maps locations listing address shop store',
      ),
    theme('dark', 'Dark theme', Moon),
    theme('light', 'Light theme', Sun),
    theme('system', 'Theme of this device', Monitor),
    action('shortcuts', 'Keyboard shortcuts', Keyboard, 'keys hotkeys', () => $shortcutDialog.set('help'), {
      keys: ['?'],
    }),
    link('/dashboard/activity', 'Activity', History, 'history log audit changes changed who'),
    link(
      '/dashboard/reports',
      'Monthly Reports',
      FileChartColumn,
      'pdf export release withdraw email summary mark colours',
      { names: 'logo brand branding' },
    ),
    link('/dashboard/import', 'Import posts', Upload, 'spreadsheet excel xlsx csv upload plan', {
      needs: 'publish',
    }),
    action(
      'export',
      'Export posts',
      ArrowUpFromLine,
      'download save spreadsheet excel xlsx csv backup client files',
      askToExport,
    ),
    link('/dashboard/create-post', 'Hashtag sets', Hash, 'saved', { id: 'hashtag-sets', needs: 'write' }),
    !$isAdmin.get() &&
      link('/upgrade', 'Plans and prices', CreditCard, 'invoice payment subscription upgrade limit'),
    action('sign-out', 'Logout', LogOut, 'log sign out', () => void logOut(), { names: 'log', not: 'logo' }),
  ]
  return all.filter(entry => entry !== false).filter(({ needs }) => !needs || can(needs))
}

/** What people call the screens of the sidebar. */
const NAMES: Partial<Record<Route, string>> = {
  createPost: 'post',
  viewPosts: 'posts',
  calendar: 'plan',
  insights: 'statistics stats analytics',
  profile: 'password',
  inbox: 'reviews comments answers reply replies respond feedback messages ratings stars',
}

/** Further search terms for the screens of the sidebar. */
const WORDS: Partial<Record<Route, string>> = {
  overview: 'home start website scores speed seo domains',
  clients: 'businesses customers companies',
  calendar: 'plan schedule month week list agenda share review link recurring repeat public holidays',
  createPost:
    'new write compose publish send repeat recurring caption ai template series story stories reels carousel thread article offers events',
  viewPosts: 'scheduled published failed queue reschedule bulk select cancel delete',
  insights: 'figures numbers metrics performance followers reach views likes growth export csv best times',
  socialHub: `accounts connect reconnect disconnect networks channels page pinterest ${NETWORK_IDS.join(' ')}`,
  media: 'library files pictures photos images videos gallery upload folders labels',
  inbox: 'google customers complaints unanswered conversations saved notes spam hide',
  notifications: 'alerts',
  settings: 'preferences options',
  help: 'support contact faq questions invoice price payment subscription',
  profile: 'name photo picture avatar phone account',
}

const mediaEntry = (item: LibraryItem, business: string): Entry => ({
  id: item._id,
  kind: 'Media',
  label: item.altText || item.name,
  ...detailOf(business, item.altText && item.name),
  domainId: item.domainId,
  words: item.name,
  icon: Image,
  isContent: true,
  async run() {
    followLink('/dashboard/media')
    const part = await loadPart(() => import('#site/dashboard/media/ItemDialog.tsx'))
    part?.openItem(item)
  },
})

const unique = <Item extends { _id: string }>(...lists: (readonly Item[])[]) => [
  ...new Map(lists.flat().map(item => [item._id, item])).values(),
]

const detailOf = (...parts: (string | undefined)[]) => {
  const detail = parts.filter(Boolean).join(' · ')
  return detail === '' ? {} : { detail }
}

/** Returns the name of a business, or '' if the user has only one business. */
const $nameIn = computed($domains, ({ data = [] }) => (id: string | undefined): string => {
  const business = data.length > 1 ? data.find(({ _id }) => _id === id) : undefined
  return business?.businessName ?? ''
})

const $screenEntries = computed([$links, $hasLetters], (links, hasLetters): Entry[] =>
  (['create', 'nav', 'account', 'admin'] as const).flatMap(links).map(({ route, label, icon, href }) => ({
    id: route,
    kind: 'Screen',
    label,
    names: NAMES[route] ?? '',
    words: WORDS[route] ?? '',
    keys: hasLetters ? keysTo(route) : undefined,
    icon,
    run: () => followLink(href),
  })),
)

const $businessEntries = computed(
  [$domains, $unopened, $businessNoun, $can],
  ({ data: domains = [] }, { data: unopened = [] }, noun, can): Entry[] => [
    ...domains.map(({ _id, businessName }): Entry => ({
      id: _id,
      kind: noun.one === 'client' ? 'Client' : 'Business',
      label: businessName,
      words: 'switch business client',
      icon: Building2,
      run: () => void selectDomain(_id),
    })),
    ...unopened.map((client): Entry => ({
      id: client._id,
      kind: 'Client',
      label: client.businessName,
      detail: 'Open as administrator',
      icon: Building2,
      run: () => askToOpen(client),
    })),
    ...commands(can, noun, domains.length),
    ...settingsSections(can),
  ],
)

const $contentEntries = computed(
  [$found, $help, $posts, $drafts, $nameIn, $zoneOf],
  (
    { data: found },
    { data: help = [] },
    { data: posts = [] },
    { data: drafts = [] },
    nameIn,
    zoneOf,
  ): Entry[] => [
    ...(found?.media ?? []).map(item => mediaEntry(item, nameIn(item.domainId))),
    ...help.map(({ id, category, question, answer }): Entry => ({
      id: `help-${id}`,
      kind: 'Help',
      label: question,
      words: `${category} ${answer}`,
      icon: CircleHelp,
      isContent: true,
      run: () => followLink(`/dashboard/help#faq-${id}`),
    })),
    ...nearestFirst(unique(posts, found?.posts ?? [])).map((post): Entry => ({
      id: post._id,
      kind: 'Post',
      label: listedText(post.deliveries).replaceAll(/\s+/g, ' ') || 'A post without text',
      ...detailOf(nameIn(post.domainId), describe(post, zoneOf(post.domainId))),
      domainId: post.domainId,
      words: post.deliveries.map(({ message }) => message).join(' '),
      icon: FileText,
      isContent: true,
      run: () => followLink(pathToPost(post._id)),
    })),
    ...unique<DraftSummary>(drafts, found?.drafts ?? []).map((draft): Entry => ({
      id: draft._id,
      kind: 'Draft',
      label: titleOf(draft),
      ...detailOf(nameIn(draft.domainId)),
      domainId: draft.domainId,
      icon: PencilLine,
      isContent: true,
      run: () => followLink(`/dashboard/create-post?draft=${draft._id}`),
    })),
  ],
)

export const $entries = computed([$screenEntries, $businessEntries, $contentEntries], (...lists) =>
  lists.flat(),
)
onMount($entries, () => void $posts.reload())

const recent = (): string[] => {
  const stored: unknown = JSON.parse(localStorage.getItem(RECENT_KEY) ?? '[]')
  return Array.isArray(stored) ? stored.filter(id => typeof id === 'string') : []
}

/** Runs an entry after selecting its business, and lists it first the next time. Stops if the user stays in the present business. */
export async function choose(entry: Entry): Promise<void> {
  const ids = [entry.id, ...recent().filter(id => id !== entry.id)].slice(0, MAX_RECENT)
  localStorage.setItem(RECENT_KEY, JSON.stringify(ids))
  const { domainId } = entry
  if (domainId !== undefined && !(await selectDomain(domainId))) return
  await entry.run()
}

/** Returns the best matches, the recently chosen first among equals. */
export function findEntries(entries: readonly Entry[], typed: string): Entry[] {
  const ids = recent()
  const rank = ({ id }: Entry) => (ids.includes(id) ? ids.indexOf(id) : MAX_RECENT)
  return entries
    .filter(({ id, isContent }) => !isContent || typed.trim() !== '' || ids.includes(id))
    .map(entry => ({ entry, rating: rateEntry(entry, typed) }))
    .filter(({ rating }) => rating > 0)
    .toSorted((a, b) => b.rating - a.rating || rank(a.entry) - rank(b.entry))
    .slice(0, MAX_SHOWN)
    .map(({ entry }) => entry)
}

/**
 * Rates how well an entry matches. Matches of the label are best; otherwise, each typed word must begin one of the other words.
 * Commands are rated above content.
 */
function rateEntry({ label, names = '', words = '', not, isContent }: Entry, typed: string): number {
  if (fold(typed).trim() === not) return 0
  const rating = Math.max(rate(label, typed), ...names.split(' ').map(name => rateName(name, typed)))
  const isWord = rating > PART_OF_WORD
  const searched = `${label} ${names} ${words}`
  const hasWords = !isWord && significantWords(typed).every(word => rate(searched, word) >= 3)
  if (isContent) return rating > 0 ? rating + 1 : hasWords ? 1 : 0
  if (isWord) return rating + MAX_RATING
  return hasWords ? MAX_RATING : rating > 0 ? MAX_RATING - 1 : rate(label, typed, true)
}

/** Returns 0 unless the name begins with the typed text. */
function rateName(name: string, typed: string): number {
  const rating = rate(name, typed)
  return rating > BEGINNING_OF_WORD ? rating : 0
}

/** Words of a question that say nothing about the entry. */
const FILLERS = new Set(
  'a an and are can could do does for how i in is it me my of on or our should the this to we what when where which who why with you your'.split(
    ' ',
  ),
)

/** Returns the typed words without the fillers, or the whole text if it has no others. */
function significantWords(typed: string): string[] {
  const all = fold(typed)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
  const significant = all.filter(word => !FILLERS.has(word))
  return significant.length > 0 ? significant : [fold(typed).trim()]
}

/** Rating of a text that equals the typed one. */
const MAX_RATING = 6
const BEGINNING_OF_WORD = 3
const PART_OF_WORD = 2

const isEdge = (character: string | undefined) => character === undefined || /[^\p{L}\p{N}]/u.test(character)

/**
 * Rates how well a text matches the typed one: its beginning before later words, whole words before beginnings of words, then
 * parts of words. `spells` also accepts letters in this order, from the beginning of the text. Returns 0 for no match.
 */
export function rate(text: string, typed: string, spells = false): number {
  const [where, what] = [fold(text), fold(typed).trim()]
  if (what === '') return 1
  let best = 0
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + 1))
    best = Math.max(best, rateAt(where, at, what.length))
  return best || (spells && where[0] === what[0] && hasInOrder(where, what) ? 1 : 0)
}

function rateAt(where: string, at: number, length: number): number {
  if (!isEdge(where[at - 1])) return PART_OF_WORD
  return BEGINNING_OF_WORD + (isEdge(where[at + length]) ? 1 : 0) + (at === 0 ? 2 : 0)
}

function hasInOrder(where: string, what: string): boolean {
  let from = 0
  for (const letter of what.replaceAll(' ', '')) {
    from = where.indexOf(letter, from) + 1
    if (from === 0) return false
  }
  return true
}
