import type { Fault } from '#api/test/publishing.ts'
import type { Ending, Scenario } from '../scenarios/scenario.ts'

type Post = Pick<Scenario, 'media' | 'isStory'>

/** One call of a publication. */
export type Call = Post & {
  /** Its name in the sandbox's faults. */
  operation: string
  /** True if a call that arrives publishes the post, whatever happens to its response. */
  publishes?: true
  /** True for a read after publishing. If it fails, the post is still public. */
  afterwards?: true
  /** True if the post is published even when this call fails. */
  optional?: true
}

/** A code with which the network rejects a call, and the state of the post after one such error. */
export type Code = { code: number; subcode?: number; ends: Ending }

/** How a network is played in the fault suite. */
export type NetworkFaults = {
  /** Calls of publications, each of which is broken, silenced and rejected. */
  calls: Call[]
  codesOf: (operation: string) => Code[]
  /** Publishing calls whose response is lost, with the call that reconciles each. */
  lost: (Post & { publishes: string; reconciles: string })[]
  /** Codes that reject the reconciling call. */
  searchCodes: Code[]
  /** Calls during which the process is killed. */
  killed: (Pick<Scenario, 'media'> & { operation: string })[]
  /** Publications whose connections are cut at each of their bytes. */
  cut: Scenario['media'][]
  /** Settings that lead its calls through a proxy of the sandbox. */
  throughProxy: (url: string) => Record<string, string>
  /** Calls while an account is connected. */
  signIn: string[]
  /** The calls that send an answer from the inbox and that look for it, and the errors of a limit and of a refusal. */
  answers: { send: string; find: string; limited: Partial<Fault>; forbidden: Partial<Fault> }
}

export const published = (...codes: number[]): Code[] => codes.map(code => ({ code, ends: 'published' }))
export const failed = (...codes: number[]): Code[] => codes.map(code => ({ code, ends: 'failed' }))
export const held = (code: number, ...subcodes: number[]): Code[] => [
  { code, ends: 'held' },
  ...subcodes.map((subcode): Code => ({ code, subcode, ends: 'held' })),
]
