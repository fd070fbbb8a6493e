import { $router } from '#site/dashboard/shared/router.ts'

/**
 * Returns the token of the invitation in the URL, and replaces the URL at once: until it is accepted, anybody who finds the
 * token in the browser's history could use it.
 */
export function takeInvitation(): string | null {
  const { pathname, hash, search } = location
  const query = new URLSearchParams(search)
  const token = query.get('invite')
  if (!token) return null
  query.delete('invite')
  $router.open(`${pathname}${query.size > 0 ? `?${query}` : ''}${hash}`, true)
  return token
}
