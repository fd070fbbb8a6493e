import { setTimeout as wait } from 'node:timers/promises'

import { type ProviderResponse, cutConnection, send, type SandboxContext } from '../requests/response.ts'
import type { World } from '../world/world.ts'
import type { Fault } from './fault.ts'
import { holdCall } from './silence.ts'

/** A call that a provider serves. */
interface ServedCall {
  /** Performs the call. Returns validation errors as responses. */
  perform: () => Promise<ProviderResponse>
  /** Builds an error in the provider's own envelope. */
  errorResponse: (code: number, subcode: number | undefined, status: number) => ProviderResponse
}

const HALF_A_RESPONSE = '{"id":"1220'

/** Codes that Graph sends with status 500. The faults of all providers use its numbers. */
const SERVER_ERROR_CODES = [1, 2]

/** Serves a call with the effect of its fault. Kinds that aren't listed here take effect in the call itself. */
export async function runWithFault(
  c: SandboxContext,
  world: World,
  fault: Fault | null,
  call: ServedCall,
): Promise<Response> {
  switch (fault?.kind) {
    case 'drop-before':
      return cutConnection(c)
    case 'drop-after':
      await call.perform()
      return cutConnection(c)
    case 'delay-before':
      await wait(fault.ms ?? 0)
      return send(await call.perform())
    case 'delay-after': {
      const response = await call.perform()
      await wait(fault.ms ?? 0)
      return send(response)
    }
    case 'silence-before':
      if ((await holdCall(world, fault)) === 'cut') return cutConnection(c)
      return send(await call.perform())
    case 'silence-after': {
      const response = await call.perform()
      return (await holdCall(world, fault)) === 'cut' ? cutConnection(c) : send(response)
    }
    case 'late':
      world.lateCalls.push({ at: new Date(world.now().getTime() + (fault.ms ?? 0)), perform: call.perform })
      return cutConnection(c)
    case 'commit-then-500':
      await call.perform()
      return send(call.errorResponse(2, undefined, 500))
    case 'error': {
      const code = fault.code ?? 2
      const status = fault.status ?? (SERVER_ERROR_CODES.includes(code) ? 500 : 400)
      return send(call.errorResponse(code, fault.subcode, status))
    }
    case 'bad-json': {
      const { headers } = await call.perform()
      return send({ status: 200, headers, body: HALF_A_RESPONSE })
    }
    default:
      return send(await call.perform())
  }
}
