import { DOMAIN_HEADER } from '#shared/domain-header.ts'
import { $session } from './session.ts'

let shownId: string | undefined

/** The domain that this window shows. Another window may select another one meanwhile: calls are about what is on screen. */
export const showDomain = (id: string | undefined) => void (shownId = id)

export const shownDomainId = () => shownId

export const aboutShownDomain = (): Record<string, string> => (shownId ? { [DOMAIN_HEADER]: shownId } : {})

$session.listen(() => showDomain(undefined))
