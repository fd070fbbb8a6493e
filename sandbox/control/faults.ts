import type { InferOutput } from 'valibot'

import { type Fault, faultProblem } from '../faults/fault.ts'
import type { World } from '../world/world.ts'
import { type FaultInput, InvalidInput } from './inputs.ts'

/** Queues a fault behind earlier ones. */
export function addFault(world: World, fault: InferOutput<typeof FaultInput>): Fault {
  const problem = faultProblem(fault)
  if (problem) throw new InvalidInput(problem)
  world.faults.push(fault)
  return fault
}
