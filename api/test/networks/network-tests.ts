import type { NetworkId } from '#shared/networks.ts'
import type { Rule } from '../access/rule.ts'
import type { TestApp } from '../app.ts'
import type { Fault } from '../fault.ts'
import type { Sandbox } from '../servers/sandbox.ts'

export type Caller = {
  call: (
    path: string,
    init?: { json?: unknown; method?: string; headers?: Record<string, string> },
  ) => Promise<Response>
}

/** What connects an account: the api, and its sandbox. */
export type Connecting = {
  app: TestApp
  sandbox: Sandbox
  /** Makes a control call of the sandbox. */
  world: <Body>(path: string, body?: unknown) => Promise<Body>
  /** Starts a sign-in, and returns the dialog's URL and the browser's cookie. */
  start: (caller: Caller, network: NetworkId) => Promise<{ url: string; cookie: string }>
  /** Approves the dialog as a person (or declines, for `cancel`), and returns its redirect. */
  consent: (url: string, person: string) => Promise<{ path: string; code: string; state: string }>
  /** Starts a sign-in at the account's own server, agrees on its page, and returns to the same browser. */
  throughPage: (caller: Caller, network: NetworkId, json: object, person: string) => Promise<Response>
}

/** An unconfirmed post may be reported as `failed`; `findViolations` compares its reason with the provider. */
export type Ending = 'published' | 'held' | 'failed'

/** A carousel has two pictures and a clip. A long clip is uploaded in several chunks. */
export type Media = 'pictures' | 'picture' | 'clip' | 'carousel' | 'long clip'

type Post = {
  media: Media
  /** True for a story, which has no text. */
  isStory?: true
}

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
  killed: { media: Media; operation: string }[]
  /** Publications whose connections are cut at each of their bytes. */
  cut: Media[]
  /** Settings that lead its calls through a proxy of the sandbox. */
  throughProxy: (url: string) => Record<string, string>
  /** Calls while an account is connected. */
  signIn: string[]
  /** The calls that send an answer from the inbox and that look for it, and the errors of a limit and of a refusal. */
  answers: { send: string; find: string; limited: Partial<Fault>; forbidden: Partial<Fault> }
  /** First comments; null if the network has none. */
  comments: CommentFaults | null
}

export type CommentEnding = 'added' | 'failed'

export type CommentFaults = {
  /** The calls that add a comment and that look for it. */
  send: string
  find: string
  codes: (readonly [code: number, ends: CommentEnding])[]
  others: { label: string; ends: CommentEnding; faults: Omit<Fault, 'provider'>[] }[]
}

/** How the tests of all houses use a network. */
export type NetworkTests = {
  /** Connects an account, as a new person or again as a known one. */
  connect: (
    connecting: Connecting,
    caller: Caller,
    known?: string,
  ) => Promise<{ person: string; response: Response }>
  /** The rules of its routes. A missing route fails api/test/authorisation.test.ts. */
  access: Record<string, Rule>
  /** What random histories let it do. */
  history: {
    operations: readonly string[]
    codes: readonly number[]
    /** Faults of its own, and the operations that have them. */
    fates?: { operations: readonly string[]; kinds: readonly string[] }
    /** The operation that publishes a picture, and the codes that reject it. */
    publish: string
    refusals: readonly number[]
  }
  /** Posts of each author in the crowd. */
  crowd: number
  faults: NetworkFaults
}

export const published = (...codes: number[]): Code[] => codes.map(code => ({ code, ends: 'published' }))
export const failed = (...codes: number[]): Code[] => codes.map(code => ({ code, ends: 'failed' }))
export const held = (code: number, ...subcodes: number[]): Code[] => [
  { code, ends: 'held' },
  ...subcodes.map((subcode): Code => ({ code, subcode, ends: 'held' })),
]
