import type { Fault } from '../faults/fault.ts'
import { takeFault } from '../faults/take-fault.ts'
import { underFault } from '../faults/under-fault.ts'
import { type Answer, jsonAnswer, type SandboxContext, send } from '../requests/answer.ts'
import { type Asked, readRequest, UnreadableBody } from '../requests/read-request.ts'
import { logRequest } from '../requests/request-log.ts'
import { hasRoom } from '../world/google-business.ts'
import type { World } from '../world/world.ts'
import type { BusinessMethod } from './business-call.ts'
import {
  BusinessError,
  businessErrorAnswer,
  isStatus,
  notFound,
  overQuota,
  tooFewScopes,
  unauthenticated,
  unknownName,
} from './business-error.ts'
import { BUSINESS_METHODS } from './business-methods.ts'
import { BUSINESS_SCOPE, livingToken } from './grants.ts'

const BASE = '/google/business'
const CALLS_A_MINUTE = 300
const GLOBAL = new Set(['access_token', 'alt', 'fields', 'key', 'prettyPrint', 'quotaUser', '$.xgafv'])

/** Business Profile: its four services at one address, known apart by version and path. */
export const serveBusiness = (world: World, publicUrl: string | undefined) => async (c: SandboxContext) => {
  try {
    const asked = await readRequest(c, world.files)
    logRequest(world, asked)
    const path = asked.path
      .slice(BASE.length + 1)
      .split('/')
      .map(decodeURIComponent)
    const found = BUSINESS_METHODS.map(method => ({ method, ids: match(method, asked.method, path) })).find(
      ({ ids }) => ids !== undefined,
    )
    const fault = found ? takeFault(world, 'google', [found.method.fault]) : null
    return await underFault(c, world, fault, {
      perform: () => perform(found, { world, asked, fault, origin: publicUrl ?? asked.origin }),
      refuse: (code, _subcode, status) =>
        businessErrorAnswer(
          new BusinessError(
            status >= 500 || !isStatus(code) ? status : code,
            'The sandbox was told to refuse this call.',
          ),
        ),
    })
  } catch (error) {
    if (error instanceof UnreadableBody)
      return send(businessErrorAnswer(new BusinessError(400, error.message)))
    throw error
  }
}

type Found = { method: BusinessMethod; ids: Record<string, string> | undefined } | undefined
type Given = { world: World; asked: Asked; fault: Fault | null; origin: string }

async function perform(found: Found, { world, asked, fault, origin }: Given): Promise<Answer> {
  try {
    if (!found?.ids) throw notFound()
    const { method, ids } = found
    const bearer = /^Bearer (.+)$/.exec(asked.headers['authorization'] ?? '')?.[1]
    const token = livingToken(world, 'access', bearer ?? asked.query['access_token'])
    if (!token) throw unauthenticated()
    if (!token.grant.scopes.includes(BUSINESS_SCOPE)) throw tooFewScopes()
    const isFull = fault?.kind === 'usage' || fault?.kind === 'quota'
    if (isFull || !hasRoom(world, `${token.grant.clientId} ${method.service}`, CALLS_A_MINUTE))
      throw overQuota('Requests')
    const unknown = Object.keys(asked.query).find(name => !GLOBAL.has(name) && !method.query.includes(name))
    if (unknown) throw unknownName(unknown, ': Cannot bind query parameter. Field could not be found.')
    const { query, form: body } = asked
    return jsonAnswer(await method.run({ world, origin, grant: token.grant, ids, query, body, fault }))
  } catch (error) {
    if (error instanceof BusinessError) return businessErrorAnswer(error)
    throw error
  }
}

function match(method: BusinessMethod, asked: string, path: string[]): Record<string, string> | undefined {
  const pattern = method.path.split('/')
  if (method.method !== asked || pattern.length !== path.length) return undefined
  const ids: Record<string, string> = {}
  for (const [i, segment] of pattern.entries()) {
    const part = path[i] ?? ''
    if (segment.startsWith(':')) ids[segment.slice(1)] = part
    else if (segment !== part) return undefined
  }
  return ids
}
