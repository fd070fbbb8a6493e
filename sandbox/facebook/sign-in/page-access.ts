import { requireScope, requireToken } from '../../graph/authorise.ts'
import { GraphError, missingObject, graphError } from '../../graph/graph-error.ts'
import type { GraphCall } from '../../graph/operation.ts'
import type { Page } from '../../world/entities/people.ts'
import type { Token } from '../../world/entities/sign-ins.ts'
import { allPageIds } from '../../world/people.ts'

/** Returns the Page that a call publishes to. The call must carry the Page's own token. */
export function publishingPage(call: GraphCall, pageId: string): { page: Page; token: Token } {
  const token = requireToken(call, 'facebook')
  const page = call.world.pages.get(resolveMe(pageId, token))
  if (!page) throw missingObject(call.method, pageId)
  if (token.kind === 'user') {
    if (!managedPages(call, token).includes(page.id)) {
      throw graphError(200, 'The user does not have permission to act as this Page')
    }
    throw new GraphError({
      code: 190,
      subcode: 2069032,
      message: 'User Access Token Is Not Supported',
      title: 'User Access Token Is Not Supported',
      userMessage: 'A Page access token is required for this call for the new Pages experience.',
    })
  }
  if (token.pageId !== page.id) throw graphError(200, 'This Page access token belongs to another Page')
  requireScope(token, 'pages_manage_posts')
  return { page, token }
}

/** Returns the Page that a call reads, with the Page's own token or that of a person who manages it. */
export function readablePage(call: GraphCall, pageId: string): { page: Page; token: Token } {
  const token = requireToken(call, 'facebook')
  const page = call.world.pages.get(resolveMe(pageId, token))
  const reachable = token.kind === 'page' ? [token.pageId] : managedPages(call, token)
  if (!page || !reachable.includes(page.id)) throw missingObject(call.method, pageId)
  requireScope(token, 'pages_read_engagement', 10)
  return { page, token }
}

export function managedPages(call: GraphCall, token: Token): string[] {
  const person = call.world.people.get(token.personId)
  return person ? allPageIds(person) : []
}

export const resolveMe = (id: string, token: Token): string =>
  id === 'me' ? (token.pageId ?? token.personId) : id
