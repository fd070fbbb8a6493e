import { runWithFault } from '../faults/run-with-fault.ts'
import { takeFault } from '../faults/take-fault.ts'
import { logGraphCall } from '../requests/graph-log.ts'
import { readRequest, UnreadableBody } from '../requests/read-request.ts'
import { logRequest } from '../requests/request-log.ts'
import { type ProviderResponse, jsonResponse, type SandboxContext, send } from '../requests/response.ts'
import type { Provider } from '../world/entities/people.ts'
import { ids } from '../world/ids.ts'
import type { World } from '../world/world.ts'
import { GraphError, graphErrorResponse, graphError } from './graph-error.ts'
import { checkParameters, findOperation, type GraphCall, type Operation } from './operation.ts'
import { DEFAULT_LIMIT } from './paging.ts'
import { usageHeaders } from './usage.ts'
import { servedVersion } from './version.ts'

interface GraphServer {
  world: World
  provider: Provider
  /** The path up to the version. */
  base: string
  operations: readonly Operation[]
  publicUrl: string | undefined
}

/** Serves one Graph host: finds the operation, applies its fault, performs it and responds in Graph's envelope. */
export const serveGraph = (server: GraphServer) => async (c: SandboxContext) => {
  const { world, provider, base, operations, publicUrl } = server
  try {
    const request = await readRequest(c, world.files)
    logRequest(world, request)
    const { version, path } = servedVersion(request.path.slice(base.length), world.now())
    const params = { ...request.query, ...request.form }
    const method = (params['method'] ?? request.method).toUpperCase()
    const operation = findOperation(operations, method, path)
    const origin = publicUrl ?? request.origin
    const call: GraphCall = {
      world,
      method,
      origin,
      address: `${origin}${request.path}`,
      id: path[0] ?? '',
      params,
      files: request.files,
      headers: request.headers,
      bearer: bearerOf(params, request.headers),
      fault: null,
    }
    logGraphCall(provider, call, path)
    call.fault = operation ? takeFault(world, provider, faultNames(operation, call)) : null
    const headers = {
      ...usageHeaders(call.fault, provider === 'facebook' ? 'pages' : 'instagram', budgetOwner(call)),
      'facebook-api-version': version,
      'x-fb-trace-id': ids.trace(),
    }
    return await runWithFault(c, world, call.fault, {
      perform: () => perform(provider, operation, call, path, headers),
      errorResponse: (code, subcode, status) => graphErrorResponse(injected(code, subcode, status), headers),
    })
  } catch (error) {
    if (error instanceof GraphError) return send(graphErrorResponse(error))
    if (error instanceof UnreadableBody) {
      return send(graphErrorResponse(new GraphError({ code: 100, message: `(#100) ${error.message}` })))
    }
    throw error
  }
}

const faultNames = ({ faults = [] }: Operation, call: GraphCall) =>
  typeof faults === 'function' ? faults(call) : faults

const bearerOf = (params: Record<string, string>, headers: Record<string, string>): string | null =>
  params['access_token'] ?? /^(?:Bearer|OAuth) (.+)$/.exec(headers['authorization'] ?? '')?.[1] ?? null

/** Returns the Page or account whose rate limit the call counts against. */
function budgetOwner({ world, bearer, id }: GraphCall): string {
  const token = world.tokens.get(bearer ?? '')
  const person = world.people.get(token?.personId ?? '')
  return token?.pageId ?? person?.accountId ?? person?.id ?? id
}

async function perform(
  provider: Provider,
  operation: Operation | undefined,
  call: GraphCall,
  path: string[],
  headers: Record<string, string>,
): Promise<ProviderResponse> {
  try {
    if (call.world.spentApps.has(provider)) throw graphError(4, 'Application request limit reached')
    if (!operation) {
      throw new GraphError({ code: 2500, message: `Unknown path components: /${path.join('/')}` })
    }
    checkParameters(operation, call.params)
    requireSmallPage(call)
    return jsonResponse(await operation.run(call), 200, headers)
  } catch (error) {
    if (error instanceof GraphError) return graphErrorResponse(error, headers)
    throw error
  }
}

/** Under a fault, refuses pages of a list that are larger than it allows, as Graph does with those that take too long. */
function requireSmallPage({ fault, params }: GraphCall): void {
  if (fault?.kind !== 'too-much-data' || Number(params['limit'] ?? DEFAULT_LIMIT) <= (fault.max ?? 0)) return
  const message = "Please reduce the amount of data you're asking for, then retry your request"
  throw new GraphError({ code: 1, status: 500, message })
}

const injected = (code: number, subcode: number | undefined, status: number) =>
  new GraphError({ code, subcode, status, message: messageOf(code) })

function messageOf(code: number): string {
  if (code === 1) return 'An unknown error occurred'
  if (code === 2) return 'An unexpected error has occurred. Please retry your request later.'
  return `(#${code}) A fault in the sandbox refuses this call`
}
