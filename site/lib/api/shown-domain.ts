import { DOMAIN_HEADER, DOMAIN_PARAM } from '#shared/businesses/domain-header.ts'
import { browserStorage } from '../browser-storage.ts'
import { $session } from '../session.ts'

const KEY = 'shown-domain'

let shownId = browserStorage('sessionStorage')?.getItem(KEY) ?? undefined

/**
 * Sets the business that this window shows, and keeps it over a reload. Calls send its id, because another window may select
 * another business in the meantime.
 */
export function showDomain(id: string | undefined): void {
  shownId = id
  if (id) browserStorage('sessionStorage')?.setItem(KEY, id)
  else browserStorage('sessionStorage')?.removeItem(KEY)
}

export const shownDomainId = () => shownId

export const shownDomainHeader = (): Record<string, string> => (shownId ? { [DOMAIN_HEADER]: shownId } : {})

$session.listen(() => showDomain(undefined))

/**
 * Shows the business in the URL of a link to the dashboard, and removes it from the URL, because the user may select another
 * one. Without a session it stays in the URL until somebody has signed in.
 */
export function showDomainFromUrl(): void {
  const url = new URL(location.href)
  const id = url.searchParams.get(DOMAIN_PARAM)
  if (!id || $session.get().state !== 'in') return
  showDomain(id)
  url.searchParams.delete(DOMAIN_PARAM)
  history.replaceState(history.state, '', url)
}
