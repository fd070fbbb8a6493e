import type { UploadedFile } from '../requests/read-request.ts'
import type { WordPressEntry, WordPressSite, WordPressUser } from '../world/entities/wordpress.ts'
import type { World } from '../world/world.ts'
import type { Parameters } from './parameters.ts'
import { RestError } from './rest-error.ts'
import { can } from './sites.ts'

export interface RestCall {
  world: World
  origin: string
  site: WordPressSite
  method: string
  path: string
  parameters: Parameters
  files: UploadedFile[]
  /** Undefined without a valid application password. */
  user: WordPressUser | undefined
}

export interface RestReply {
  status: number
  body: unknown
  headers?: Record<string, string>
}

export const ok = (body: unknown, headers?: Record<string, string>): RestReply => ({
  status: 200,
  body,
  ...(headers && { headers }),
})
export const created = (body: unknown): RestReply => ({ status: 201, body })

export function mayEdit(user: WordPressUser | undefined, { author, status }: WordPressEntry): boolean {
  if (!user || !can(user, 'edit_posts')) return false
  if (author !== user.id) return can(user, 'edit_others_posts')
  return status === 'publish' || status === 'future' ? can(user, 'edit_published_posts') : true
}

/** @param code of the error for a page after the last one, or null for a list whose further pages are empty */
export function paged<Item>(
  { parameters }: RestCall,
  items: Item[],
  code: string | null,
  show: (item: Item) => unknown,
) {
  const size = Number(parameters['per_page'] ?? 10)
  const page = Number(parameters['page'] ?? 1)
  const pages = Math.ceil(items.length / size)
  if (code && page > pages && items.length > 0)
    throw new RestError(400, code, 'The page number requested is larger than the number of pages available.')
  return ok(items.slice((page - 1) * size, page * size).map(show), {
    'X-WP-Total': String(items.length),
    'X-WP-TotalPages': String(pages),
  })
}
