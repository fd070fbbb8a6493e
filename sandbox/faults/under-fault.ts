import { setTimeout as wait } from 'node:timers/promises'

import { type Answer, cutConnection, send, type SandboxContext } from '../requests/answer.ts'
import type { World } from '../world/world.ts'
import type { Fault } from './fault.ts'
import { keepSilent } from './silence.ts'

interface Act {
  /** Does what was asked, refusals included. */
  perform: () => Promise<Answer>
  /** Refuses in the provider's own envelope. */
  refuse: (code: number, subcode: number | undefined, status: number) => Answer
}

const HALF_AN_ANSWER = '{"id":"1220'

/** Performs one call under a fault; kinds that are not here are the performer's own business. */
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
      const answer = await act.perform()
      await wait(fault.ms ?? 0)
      return send(answer)
    }
    case 'silence-before':
      if ((await keepSilent(world, fault)) === 'cut') return cutConnection(c)
      return send(await act.perform())
    case 'silence-after': {
      const answer = await act.perform()
      return (await keepSilent(world, fault)) === 'cut' ? cutConnection(c) : send(answer)
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
      return send({ status: 200, headers, body: HALF_AN_ANSWER })
    }
    default:
      return send(await act.perform())
  }
}
