import type { InferOutput } from 'valibot'

import { type Fault, faultProblem } from '../faults/fault.ts'
import type { World } from '../world/world.ts'
import { type FaultOrder, UnfitOrder } from './orders.ts'

/** Puts a fault behind those that wait already. */
export function addFault(world: World, fault: InferOutput<typeof FaultOrder>): Fault {
  const problem = faultProblem(fault)
  if (problem) throw new UnfitOrder(problem)
  world.faults.push(fault)
  return fault
}
