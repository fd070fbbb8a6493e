import { DOMAIN_HEADER, DOMAIN_PARAM } from '#shared/businesses/domain-header.ts'
import { browserStorage } from '../browser-storage.ts'
import { $session } from '../session.ts'

const KEY = 'shown-domain'

let shownId = browserStorage('sessionStorage')?.getItem(KEY) ?? undefined

/**
 * Sets the domain that this window shows, also after a reload. Calls name it, because another window may select another one
 * meanwhile.
 */
export function showDomain(id: string | undefined): void {
  shownId = id
  if (id) browserStorage('sessionStorage')?.setItem(KEY, id)
  else browserStorage('sessionStorage')?.removeItem(KEY)
}

export const shownDomainId = () => shownId

export const aboutShownDomain = (): Record<string, string> => (shownId ? { [DOMAIN_HEADER]: shownId } : {})

$session.listen(() => showDomain(undefined))

/**
 * Shows the business that a link into the dashboard names, and removes it from the URL, where it would outlive the choice of
 * another one. Without a session it stays there until somebody has signed in.
 */
export function showDomainOfUrl(): void {
  const url = new URL(location.href)
  const id = url.searchParams.get(DOMAIN_PARAM)
  if (!id || $session.get().state !== 'in') return
  showDomain(id)
  url.searchParams.delete(DOMAIN_PARAM)
  history.replaceState(history.state, '', url)
}
