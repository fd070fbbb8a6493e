import { DOMAIN_HEADER } from '#shared/domain-header.ts'
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
