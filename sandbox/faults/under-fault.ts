import { setTimeout as wait } from 'node:timers/promises'

import { type ProviderResponse, cutConnection, send, type SandboxContext } from '../requests/response.ts'
import type { World } from '../world/world.ts'
import type { Fault } from './fault.ts'
import { holdCall } from './silence.ts'

interface Act {
  /** Performs the call. Returns validation errors as responses. */
  perform: () => Promise<ProviderResponse>
  /** Returns an error in the provider's own envelope. */
  refuse: (code: number, subcode: number | undefined, status: number) => ProviderResponse
}

const HALF_A_RESPONSE = '{"id":"1220'

/** Performs one call under a fault. The operation itself handles the other kinds. */
export async function underFault(
  c: SandboxContext,
  world: World,
  fault: Fault | null,
  act: Act,
): Promise<Response> {
  switch (fault?.kind) {
    case 'drop-before':
      return cutConnection(c)
    case 'drop-after':
      await act.perform()
      return cutConnection(c)
    case 'delay-before':
      await wait(fault.ms ?? 0)
      return send(await act.perform())
    case 'delay-after': {
      const response = await act.perform()
      await wait(fault.ms ?? 0)
      return send(response)
    }
    case 'silence-before':
      if ((await holdCall(world, fault)) === 'cut') return cutConnection(c)
      return send(await act.perform())
    case 'silence-after': {
      const response = await act.perform()
      return (await holdCall(world, fault)) === 'cut' ? cutConnection(c) : send(response)
    }
    case 'late':
      world.lateCalls.push({ at: new Date(world.now().getTime() + (fault.ms ?? 0)), perform: act.perform })
      return cutConnection(c)
    case 'commit-then-500':
      await act.perform()
      return send(act.refuse(2, undefined, 500))
    case 'error': {
      const code = fault.code ?? 2
      return send(act.refuse(code, fault.subcode, fault.status ?? (code === 1 || code === 2 ? 500 : 400)))
    }
    case 'bad-json': {
      const { headers } = await act.perform()
      return send({ status: 200, headers, body: HALF_A_RESPONSE })
    }
    default:
      return send(await act.perform())
  }
}
