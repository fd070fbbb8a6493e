import { appendFileSync } from 'node:fs'

import type { GraphCall } from '../graph/operation.ts'
import { commentById } from '../world/comments.ts'
import type { Provider } from '../world/entities/people.ts'

const SECRETS = /token|secret|proof|^code$/

/** A Graph call in the terms of Meta's specification, which describes calls by the type of node. */
export interface LoggedGraphCall {
  provider: Provider
  method: string
  /** Type of the id's node. Null for an unknown id that isn't a comment's. */
  node: string | null
  /** Empty for the node itself. Calls without a node have a path, such as `oauth/access_token`. */
  edge: string
  parameters: Record<string, string>
  files: string[]
}

/** Appends the call to the file that SANDBOX_GRAPH_LOG names, if any. Logs only the names of secrets. */
export function logGraphCall(provider: Provider, call: GraphCall, path: string[]): void {
  const file = process.env['SANDBOX_GRAPH_LOG']
  if (!file) return
  const node = nodeOf(provider, call)
  const logged: LoggedGraphCall = {
    provider,
    method: call.method,
    node,
    edge: node === null ? path.join('/') : path.slice(1).join('/'),
    parameters: Object.fromEntries(
      Object.entries(call.params).map(([name, value]) => [name, SECRETS.test(name) ? '' : value]),
    ),
    files: call.files.map(({ field }) => field),
  }
  appendFileSync(file, `${JSON.stringify(logged)}\n`)
}

/** Returns the id of `me`, or '' for an unknown token. */
function tokenOwner({ world, bearer }: GraphCall): string {
  const token = world.tokens.get(bearer ?? '')
  return token?.pageId ?? token?.personId ?? ''
}

function nodeOf(provider: Provider, call: GraphCall): string | null {
  const { world } = call
  const id = call.id === 'me' ? tokenOwner(call) : call.id
  if (provider === 'instagram') {
    if (world.instagramAccounts.has(id) || world.people.has(id)) return 'IGUser'
    if (world.containers.has(id)) return 'ShadowIGMediaBuilder'
    if (world.instagramMedia.has(id)) return 'IGMedia'
    return commentById(world, id) ? 'IGComment' : null
  }
  if (world.people.has(id)) return 'User'
  if (world.pages.has(id)) return 'Page'
  if (world.pagePosts.has(id)) return 'PagePost'
  // The id says it even of a comment that was deleted.
  if (commentById(world, id) || /^\d+_\d+_\d+$/.test(id)) return 'Comment'
  if (world.photos.has(id)) return 'Photo'
  if (world.videos.has(id)) return 'AdVideo'
  if (world.appSecrets.has(id)) return 'Application'
  const portfolios = [...world.people.values()].flatMap(person => person.portfolios)
  return portfolios.some(portfolio => portfolio.id === id) ? 'Business' : null
}
