import { randomBytes, randomUUID } from 'node:crypto'

import type {
  WordPressComment,
  WordPressEntry,
  WordPressRole,
  WordPressSite,
  WordPressTerm,
  WordPressUser,
} from '../world/entities/wordpress.ts'
import type { World } from '../world/world.ts'

export const DEMO_SITE = 'pats-plumbing'

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')

/** Returns a slug as WordPress does, with non-Latin letters encoded. */
export const sanitizedSlug = (text: string) =>
  slugOf(text) || encodeURIComponent(text.trim().toLowerCase().replace(/\s+/g, '-')).slice(0, 200)

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Creates an application password of 24 letters and digits. */
export function newPassword(user: WordPressUser, { name, appId = '' }: { name: string; appId?: string }) {
  const password = Array.from(randomBytes(24), byte => ALPHABET[byte % ALPHABET.length]).join('')
  user.passwords.push({ uuid: randomUUID(), appId, name, password })
  return password
}

export interface NewSite {
  name?: string | undefined
  role?: WordPressRole | undefined
}

export function newSite(world: World, { name = "Pat's Plumbing", role = 'editor' }: NewSite): WordPressSite {
  const base = slugOf(name) || 'site'
  let slug = base === DEMO_SITE ? `${base}-2` : base
  for (let i = 2; world.wordpress.has(slug); i++) slug = `${base}-${i}`
  return addSite(world, slug, name, role)
}

function addSite(world: World, slug: string, name: string, role: WordPressRole): WordPressSite {
  const site: WordPressSite = {
    slug,
    name,
    users: [{ id: 1, login: 'pat', name: 'Pat', role, passwords: [] }],
    entries: new Map(),
    terms: new Map(),
    lastId: 1,
    moderates: false,
  }
  world.wordpress.set(slug, site)
  for (const category of ['Uncategorized', 'News', 'Tips']) addTerm(site, 'category', category)
  addTerm(site, 'post_tag', 'Plumbing')
  return site
}

/** Returns a site. Creates the demo's site on first use. */
export const siteOf = (world: World, slug: string): WordPressSite | undefined =>
  world.wordpress.get(slug) ??
  (slug === DEMO_SITE ? addSite(world, DEMO_SITE, "Pat's Plumbing", 'editor') : undefined)

export const siteUrl = (origin: string, { slug }: WordPressSite) => `${origin}/wordpress/${slug}`

export function addTerm(site: WordPressSite, taxonomy: WordPressTerm['taxonomy'], name: string) {
  const term = { id: nextId(site), taxonomy, name }
  site.terms.set(term.id, term)
  return term
}

export const nextId = (site: WordPressSite) => ++site.lastId

const CAPABILITIES: Record<WordPressRole, readonly string[]> = {
  subscriber: ['read'],
  contributor: ['read', 'edit_posts', 'delete_posts'],
  author: ['read', 'edit_posts', 'delete_posts', 'publish_posts', 'upload_files', 'edit_published_posts'],
  editor: [
    'read',
    'edit_posts',
    'delete_posts',
    'publish_posts',
    'upload_files',
    'edit_published_posts',
    'edit_others_posts',
    'delete_others_posts',
    'manage_categories',
    'moderate_comments',
  ],
}

export const can = ({ role }: WordPressUser, capability: string) => CAPABILITIES[role].includes(capability)
export const capabilitiesOf = ({ role }: WordPressUser) =>
  Object.fromEntries(CAPABILITIES[role].map(capability => [capability, true]))

/** Returns a unique slug. WordPress appends a number to duplicates. */
export function freeSlug(site: WordPressSite, wanted: string, own: number): string {
  const taken = new Set([...site.entries.values()].flatMap(entry => (entry.id === own ? [] : entry.slug)))
  if (!taken.has(wanted)) return wanted
  for (let i = 2; ; i++) if (!taken.has(`${wanted}-${i}`)) return `${wanted}-${i}`
}

export const permalink = (origin: string, site: WordPressSite, { id, slug, status }: WordPressEntry) =>
  status === 'publish' ? `${siteUrl(origin, site)}/${slug}/` : `${siteUrl(origin, site)}/?p=${id}`

/** Deletes application passwords. @returns the number of sites */
export function revokePasswords(world: World, slug: string | undefined): number {
  const accounts = [...world.wordpress.values()].filter(site => slug === undefined || site.slug === slug)
  for (const { users } of accounts) for (const user of users) user.passwords = []
  return accounts.length
}

export const commentsOf = (site: WordPressSite): Map<number, WordPressComment> =>
  (site.comments ??= new Map())

export function addComment(site: WordPressSite, about: Omit<WordPressComment, 'id'>): WordPressComment {
  const comment = { id: nextId(site), ...about }
  commentsOf(site).set(comment.id, comment)
  return comment
}
