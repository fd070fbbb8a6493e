import type { Hono } from 'hono'
import type { InferOutput } from 'valibot'

import type { SandboxEnv } from '../requests/response.ts'
import type { World } from '../world/world.ts'
import type { Engagement } from './inputs.ts'
import type { Published } from './shown-post.ts'

/** What a visitor writes under a post. */
export interface Said {
  name: string
  text: string
  at?: string | undefined
  hidden?: boolean | undefined
}

export interface ShownReply {
  on: string
  text: string
}

export interface ShownComment {
  id: string
  text: string
  hidden: boolean
  liked: boolean
}

/** A network whose state is its own, and what control calls do with it. Meta’s and Google share their parts of the world. */
export interface NetworkPart {
  /** @param publicUrl the sandbox's; by default the origin of each request */
  routes(world: World, publicUrl: string | undefined): Hono<SandboxEnv>
  /** Signs somebody in, by the body of the call. */
  logIn(world: World, text: string): object
  /** Ends the sign-ins of a person, or of all. @returns the number of people */
  expire(world: World, person: string | undefined): number
  listPublished(world: World, origin: string): Published[]
  /** Adds a comment to a post or comment, and returns its id; undefined if the network has none with the id `on`. */
  comment(world: World, on: string, said: Said): string | undefined
  /** Returns false if the network has no such comment. */
  changeComment?(world: World, id: string, change: Pick<Said, 'text' | 'hidden'>): boolean
  /** Returns false if the network has no such comment. */
  removeComment(world: World, id: string): boolean
  /** Lists the accounts' own answers to comments. */
  listReplies(world: World): ShownReply[]
  /** Lists what others wrote under the accounts' posts. */
  listComments(world: World): ShownComment[]
  /** Sets a post's counts. Returns false if the network has no such post. */
  engage?(world: World, engagement: InferOutput<typeof Engagement>): boolean
  /** True if the network counts an account's followers. */
  countsFollowers?(world: World, account: string): boolean
}
