import { readRequest } from '../requests/read-request.ts'
import { logRequest } from '../requests/request-log.ts'
import type { SandboxContext } from '../requests/response.ts'
import type { Person, Provider } from '../world/entities/people.ts'
import { offeredPeople } from '../world/people.ts'
import { newCode } from '../world/tokens.ts'
import type { World } from '../world/world.ts'
import { brokenDialogPage, dialogPage } from './dialog-page.ts'

export interface DialogRules {
  provider: Provider
  /** Returns the provider's message for an invalid request, or null. */
  problem: (query: Record<string, string>) => string | null
  /** Returns the requested scopes, or null to request all scopes of the configuration. */
  scopes: (query: Record<string, string>) => string[] | null
  ending: string
}

const CANCEL = 'cancel'

/** Serves a login dialog, or redirects at once if `sandbox_consent` names a person. */
export const serveDialog = (world: World, rules: DialogRules) => async (c: SandboxContext) => {
  const request = await readRequest(c, world.files)
  logRequest(world, request)
  const { query } = request
  const problem = commonProblem(query) ?? rules.problem(query)
  if (problem) return c.html(brokenDialogPage(rules.provider, problem), 400)

  const consent = query['sandbox_consent']
  if (consent === undefined)
    return c.html(dialogPage(rules.provider, offeredPeople(world, rules.provider), query))
  if (consent === CANCEL) return c.redirect(withQuery(query, DENIAL) + rules.ending)
  const person = world.people.get(consent)
  if (person?.provider !== rules.provider) {
    return c.html(brokenDialogPage(rules.provider, `The sandbox has no person ${consent}.`), 400)
  }
  return c.redirect(withQuery(query, { code: consentedCode(world, person, query, rules) }) + rules.ending)
}

const DENIAL = {
  error: 'access_denied',
  error_reason: 'user_denied',
  error_description: 'The user denied your request.',
  error_code: '200',
}

function consentedCode(
  world: World,
  person: Person,
  query: Record<string, string>,
  rules: DialogRules,
): string {
  const request = rules.scopes(query)
  const granted = request ? person.scopes.filter(scope => request.includes(scope)) : person.scopes
  const boundTo = { appId: query['client_id'] ?? '', redirectUri: query['redirect_uri'] ?? '' }
  return newCode(world, person, granted, boundTo).value
}

function commonProblem(query: Record<string, string>): string | null {
  if (!query['client_id']) return 'Invalid App ID: the address carries no client_id.'
  if (!URL.canParse(query['redirect_uri'] ?? '')) {
    return 'Invalid redirect_uri: it must be a whole address, the same as in the code exchange.'
  }
  if (query['response_type'] !== 'code') return 'Invalid response_type: it must be code.'
  if (!query['state']) return 'The state parameter is missing: it protects the login against forgery.'
  return null
}

function withQuery(query: Record<string, string>, added: Record<string, string>): string {
  const url = new URL(query['redirect_uri'] ?? '')
  for (const [name, value] of Object.entries(added)) url.searchParams.set(name, value)
  url.searchParams.set('state', query['state'] ?? '')
  return url.href
}

export const scopeList = (text: string | undefined): string[] => (text ?? '').split(/[\s,]+/).filter(Boolean)
