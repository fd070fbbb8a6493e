import type { Hono } from 'hono'
import type { InferOutput } from 'valibot'

import type { SandboxEnv } from '../requests/response.ts'
import type { World } from '../world/world.ts'
import type { Engagement } from './inputs.ts'
import type { PublishedPost } from './shown-post.ts'

/** A visitor's comment on a post. */
export interface CommentInput {
  name: string
  text: string
  at?: string | undefined
  hidden?: boolean | undefined
}

export interface ListedReply {
  on: string
  text: string
}

export interface ListedComment {
  id: string
  text: string
  hidden: boolean
  liked: boolean
}

/** Control calls of a network with a separate state. Facebook, Instagram and Google share theirs. */
export interface NetworkControl {
  /** @param publicUrl the sandbox's; by default the origin of each request */
  routes(world: World, publicUrl: string | undefined): Hono<SandboxEnv>
  /** Signs somebody in. @param text the call's body */
  logIn(world: World, text: string): object
  /** Ends the sign-ins of a person, or of all. @returns the number of people */
  expire(world: World, person: string | undefined): number
  listPublished(world: World, origin: string): PublishedPost[]
  /** Adds a comment to a post or comment, and returns its id; undefined if the network has none with the id `on`. */
  comment(world: World, on: string, said: CommentInput): string | undefined
  /** Returns false if the network has no such comment. */
  changeComment?(world: World, id: string, change: Pick<CommentInput, 'text' | 'hidden'>): boolean
  /** Returns false if the network has no such comment. */
  removeComment(world: World, id: string): boolean
  /** Lists the accounts' own answers to comments. */
  listReplies(world: World): ListedReply[]
  /** Lists visitors' comments under the accounts' posts. */
  listComments(world: World): ListedComment[]
  /** Sets a post's counts. Returns false if the network has no such post. */
  engage?(world: World, engagement: InferOutput<typeof Engagement>): boolean
  /** True if the network counts an account's followers. */
  countsFollowers?(world: World, account: string): boolean
}
