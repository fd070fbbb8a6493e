import { requireScope, requireToken } from '../../graph/authorise.ts'
import { parseFields, project, type NodeFields } from '../../graph/fields.ts'
import { missingObject } from '../../graph/graph-error.ts'
import type { GraphCall } from '../../graph/operation.ts'
import { pageOf } from '../../graph/paging.ts'
import type { Person } from '../../world/entities/people.ts'
import type { Token } from '../../world/entities/sign-ins.ts'
import { revokeTokens } from '../../world/tokens.ts'
import { pageFields } from '../page-node.ts'
import { resolveMe } from './page-access.ts'

/** Returns the person of a user token if the path names the same person. */
function requirePerson(call: GraphCall): { person: Person; token: Token } {
  const token = requireToken(call, 'facebook')
  const person = call.world.people.get(resolveMe(call.id, token))
  if (!person || token.kind !== 'user' || person.id !== token.personId)
    throw missingObject(call.method, call.id)
  return { person, token }
}

const ACCOUNT_FIELDS = 'access_token,category,category_list,name,id,tasks'

export function listAccounts(call: GraphCall) {
  const { person, token } = requirePerson(call)
  return listPages(call, token, person.pageIds)
}

function listPages(call: GraphCall, token: Token, ids: string[]) {
  const listed = token.scopes.includes('pages_show_list') ? ids : []
  const pages = listed.flatMap(id => call.world.pages.get(id) ?? [])
  const fields = parseFields(call.params['fields'] ?? ACCOUNT_FIELDS)
  const nodes = pageFields(call, token)
  return pageOf(pages, call.params, call.address, page => project(nodes, 'Page', page, fields))
}

export function listBusinesses(call: GraphCall) {
  const { person, token } = requirePerson(call)
  requireScope(token, 'business_management', 100)
  const fields = parseFields(call.params['fields'] ?? 'id,name')
  return pageOf(person.portfolios, call.params, call.address, portfolio =>
    project({ id: one => one.id, name: one => one.name }, 'Business', portfolio, fields),
  )
}

/** Lists a portfolio's own or client Pages for a person who belongs to it. */
export const listPortfolioPages = (kind: 'ownedPageIds' | 'clientPageIds') => (call: GraphCall) => {
  const token = requireToken(call, 'facebook')
  const person = call.world.people.get(token.personId)
  const portfolio = person?.portfolios.find(({ id }) => id === call.id)
  if (!portfolio || token.kind !== 'user') throw missingObject(call.method, call.id)
  requireScope(token, 'business_management')
  return listPages(call, token, portfolio[kind])
}

export function listPermissions(call: GraphCall) {
  const { token } = requirePerson(call)
  return { data: token.scopes.map(permission => ({ permission, status: 'granted' })) }
}

/** Revokes the permission in the path. Without one, removes the whole app and all the person's tokens. */
export function revokePermissions(call: GraphCall) {
  const { person } = requirePerson(call)
  const permission = call.params['permission']
  const isTheirs = (token: Token) => token.personId === person.id
  if (permission === undefined) {
    revokeTokens(call.world, isTheirs, 'app_removed')
    return { success: true }
  }
  for (const token of [...call.world.tokens.values()].filter(isTheirs)) {
    token.scopes = token.scopes.filter(scope => scope !== permission)
  }
  return { success: true }
}

const split = (name: string) => [name.split(' ')[0] ?? name, name.split(' ').slice(1).join(' ')] as const

export const personFields = (call: GraphCall): NodeFields<Person> => ({
  id: person => person.id,
  name: person => person.name,
  first_name: person => split(person.name)[0],
  last_name: person => split(person.name)[1],
  picture: person => ({
    data: {
      height: 50,
      width: 50,
      is_silhouette: false,
      url: `${call.origin}/pictures/${encodeURIComponent(person.name)}.svg`,
    },
  }),
})

export function readPerson(call: GraphCall, person: Person) {
  const fields = parseFields(call.params['fields'] ?? 'id,name')
  return project(personFields(call), 'User', person, fields)
}
