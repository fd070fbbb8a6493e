import type { Fault } from '../../faults/fault.ts'
import { runWithFault } from '../../faults/run-with-fault.ts'
import { takeFault } from '../../faults/take-fault.ts'
import { type ReceivedRequest, readRequest, UnreadableBody } from '../../requests/read-request.ts'
import { logRequest } from '../../requests/request-log.ts'
import { type ProviderResponse, jsonResponse, type SandboxContext, send } from '../../requests/response.ts'
import { countWithinLimit } from '../../world/google-business.ts'
import type { World } from '../../world/world.ts'
import { BUSINESS_SCOPE, validToken } from '../grants.ts'
import type { BusinessMethod } from './call.ts'
import {
  BusinessError,
  businessErrorResponse,
  isStatus,
  notFound,
  overQuota,
  tooFewScopes,
  unauthenticated,
  unknownName,
} from './error.ts'
import { BUSINESS_METHODS } from './methods.ts'

const BASE = '/google/business'
const CALLS_PER_MINUTE = 300
const GLOBAL = new Set(['access_token', 'alt', 'fields', 'key', 'prettyPrint', 'quotaUser', '$.xgafv'])

/** Serves Business Profile's five services at one origin. Version and path select the service. */
export const serveBusiness = (world: World, publicUrl: string | undefined) => async (c: SandboxContext) => {
  try {
    const request = await readRequest(c, world.files)
    logRequest(world, request)
    const path = request.path
      .slice(BASE.length + 1)
      .split('/')
      .map(decodeURIComponent)
    const found = BUSINESS_METHODS.map(method => ({ method, ids: match(method, request.method, path) })).find(
      ({ ids }) => ids !== undefined,
    )
    const fault = found ? takeFault(world, 'google', found.method.faults) : null
    return await runWithFault(c, world, fault, {
      perform: () =>
        perform(found, {
          world,
          request,
          lists: c.req.queries(),
          fault,
          origin: publicUrl ?? request.origin,
        }),
      errorResponse: (code, _subcode, status) =>
        businessErrorResponse(
          new BusinessError(
            status >= 500 || !isStatus(code) ? status : code,
            'A fault in the sandbox refuses this call.',
          ),
        ),
    })
  } catch (error) {
    if (error instanceof UnreadableBody)
      return send(businessErrorResponse(new BusinessError(400, error.message)))
    throw error
  }
}

type Found = { method: BusinessMethod; ids: Record<string, string> | undefined } | undefined
type Call = {
  world: World
  request: ReceivedRequest
  lists: Record<string, string[]>
  fault: Fault | null
  origin: string
}

async function perform(
  found: Found,
  { world, request, lists, fault, origin }: Call,
): Promise<ProviderResponse> {
  try {
    if (!found?.ids) throw notFound()
    const { method, ids } = found
    const bearer = /^Bearer (.+)$/.exec(request.headers['authorization'] ?? '')?.[1]
    const token = validToken(world, 'access', bearer ?? request.query['access_token'])
    if (!token) throw unauthenticated()
    if (!token.grant.scopes.includes(BUSINESS_SCOPE)) throw tooFewScopes()
    const isFull = fault?.kind === 'usage' || fault?.kind === 'quota'
    if (isFull || !countWithinLimit(world, `${token.grant.clientId} ${method.service}`, CALLS_PER_MINUTE))
      throw overQuota('Requests')
    const unknown = Object.keys(request.query).find(name => !GLOBAL.has(name) && !method.query.includes(name))
    if (unknown) throw unknownName(unknown, ': Cannot bind query parameter. Field could not be found.')
    const { query, form: body } = request
    return jsonResponse(
      await method.run({ world, origin, grant: token.grant, ids, query, lists, body, fault }),
    )
  } catch (error) {
    if (error instanceof BusinessError) return businessErrorResponse(error)
    throw error
  }
}

function match(
  method: BusinessMethod,
  httpMethod: string,
  path: string[],
): Record<string, string> | undefined {
  const pattern = method.path.split('/')
  if (method.method !== httpMethod || pattern.length !== path.length) return undefined
  const ids: Record<string, string> = {}
  for (const [i, segment] of pattern.entries()) {
    const part = path[i] ?? ''
    if (segment.startsWith(':')) {
      const [name = '', verb] = segment.slice(1).split(':')
      const suffix = verb === undefined ? '' : `:${verb}`
      if (!part.endsWith(suffix)) return undefined
      ids[name] = part.slice(0, part.length - suffix.length)
    } else if (segment !== part) return undefined
  }
  return ids
}
