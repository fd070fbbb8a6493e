import type { InferOutput } from 'valibot'

import { type Fault, faultProblem } from '../faults/fault.ts'
import type { World } from '../world/world.ts'
import { type FaultOrder, InvalidOrder } from './orders.ts'

/** Queues a fault behind earlier ones. */
export function addFault(world: World, fault: InferOutput<typeof FaultOrder>): Fault {
  const problem = faultProblem(fault)
  if (problem) throw new InvalidOrder(problem)
  world.faults.push(fault)
  return fault
}
