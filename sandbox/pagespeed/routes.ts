import { Hono } from 'hono'

import type { Fault } from '../faults/fault.ts'
import { runWithFault } from '../faults/run-with-fault.ts'
import { takeFault } from '../faults/take-fault.ts'
import { readRequest } from '../requests/read-request.ts'
import { logRequest } from '../requests/request-log.ts'
import {
  type ProviderResponse,
  jsonResponse,
  type SandboxContext,
  type SandboxEnv,
} from '../requests/response.ts'
import type { World } from '../world/world.ts'
import {
  disabledError,
  keyError,
  lighthouseError,
  PageSpeedError,
  pageSpeedErrorResponse,
  quotaError,
} from './pagespeed-error.ts'
import { readRun } from './parameters.ts'
import { resultOf } from './result.ts'

/** Serves PageSpeed Insights v5 without opening any page: scores depend on the URL alone. */
export const pageSpeedRoutes = (world: World) =>
  new Hono<SandboxEnv>().get('/runPagespeed', c => serve(c, world))

async function serve(c: SandboxContext, world: World): Promise<Response> {
  logRequest(world, await readRequest(c, world.files))
  const fault = takeFault(world, 'pagespeed', ['run'])
  return runWithFault(c, world, fault, {
    perform: async () => run(world, new URL(c.req.url).searchParams, fault),
    errorResponse: (_code, _subcode, status) => pageSpeedErrorResponse(errorFor(status)),
  })
}

function run(world: World, query: URLSearchParams, fault: Fault | null): ProviderResponse {
  try {
    const key = query.get('key')
    if (!key) throw quotaError('project_number:0')
    if (key === 'invalid') throw keyError()
    if (fault?.kind === 'quota') throw quotaError('project_number:123456789')
    if (fault?.kind === 'page-error')
      throw lighthouseError('ERRORED_DOCUMENT_REQUEST', `Status code: ${fault.status ?? 404}`, 400)
    return jsonResponse(resultOf(readRun(query), world.now()))
  } catch (error) {
    if (error instanceof PageSpeedError) return pageSpeedErrorResponse(error)
    throw error
  }
}

const errorFor = (status: number): PageSpeedError =>
  status === 403
    ? disabledError()
    : lighthouseError('FAILED_DOCUMENT_REQUEST', 'Details: net::ERR_CONNECTION_FAILED', status)
