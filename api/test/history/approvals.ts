import { and, eq } from 'drizzle-orm'
import * as fc from 'fast-check'

import { deliveries, deliverySteps, PUBLISH_STEP, writtenOffCalls } from '#api/db/schema/posts/posts.ts'
import type { StepData } from '#api/networks/core/network.ts'
import type { LoggedCall } from '#api/publishing/call-log.ts'
import { textSent } from '#api/publishing/reconciliation/intents.ts'
import type { Post } from '#shared/posts/posts.ts'
import type { HistoryApp } from './business.ts'
import type { KnownPost } from './known-post.ts'

/** The approval rule and decisions on posts. `outdated`: the post is edited between reading and approving it. */
export type ApprovalAction =
  | { do: 'rule'; required: boolean }
  | { do: 'approve'; post: number; outdated: boolean }
  | { do: 'request changes' | 'submit'; post: number }

const post = fc.nat({ max: 3 })

const decision: fc.Arbitrary<ApprovalAction> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('approve' as const), post, outdated: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('request changes' as const, 'submit' as const), post }),
  },
)

export const approvalAction: fc.Arbitrary<ApprovalAction> = fc.oneof(
  { weight: 4, arbitrary: decision },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('rule' as const),
      required: fc.constantFrom(true, true, false),
    }),
  },
)

/** States of posts that go out without approval after the rule is turned on. */
const EXEMPT_STATES = ['scheduled', 'publishing', 'unconfirmed', 'published', 'failed']

type Act = (path: string, method: string, json?: unknown) => Promise<boolean>
type Read = (post: KnownPost) => Promise<Post | undefined>

/**
 * Returns the texts of calls that the network may still execute. After an edit, or a lost edit, they differ from the post's text.
 */
async function textsOfCalls({ ctx: { db } }: HistoryApp, { postId }: KnownPost): Promise<string[]> {
  const ofPost = eq(deliveries.postId, postId)
  const steps = await db
    .select({ intent: deliverySteps.intent })
    .from(deliverySteps)
    .innerJoin(deliveries, eq(deliveries.id, deliverySteps.deliveryId))
    .where(and(ofPost, eq(deliverySteps.name, PUBLISH_STEP)))
  const writtenOff = await db
    .select({ message: writtenOffCalls.message })
    .from(writtenOffCalls)
    .innerJoin(deliveries, eq(deliveries.id, writtenOffCalls.deliveryId))
    .where(ofPost)
  const intents = steps.flatMap(({ intent }) => [intent, ...loggedIntents(intent)])
  return [...intents.flatMap(intent => textSent(intent) ?? []), ...writtenOff.map(({ message }) => message)]
}

const loggedIntents = ({ calls }: StepData) =>
  (Array.isArray(calls) ? (calls as LoggedCall[]) : []).map(({ intent }) => intent)

/** Plays approvals, and checks that while the rule is on, only approved content is published. */
export function approvalModel(
  app: HistoryApp,
  { act, read, violate }: { act: Act; read: Read; violate: (what: string) => void },
) {
  const approved = new Set<string>()
  const seen = new Set<string>()
  let isOn = false

  const textsOf = (post: Post | undefined) => post?.deliveries.map(({ message }) => message) ?? []

  return {
    isOn: () => isOn,
    /** Starts again with another business, which has no rule. */
    forget: () => void (isOn = false),
    async setRule(domainId: string, known: KnownPost[], rule: { required: boolean }) {
      if (!(await act(`businesses/${domainId}/approval-rule`, 'PUT', rule))) return
      if (rule.required && !isOn) {
        for (const post of known) {
          const now = await read(post)
          if (now?.deliveries.some(({ state }) => EXEMPT_STATES.includes(state)))
            for (const text of textsOf(now)) approved.add(text)
          for (const text of await textsOfCalls(app, post)) approved.add(text)
        }
      }
      isOn = rule.required
    },
    async approve(post: KnownPost, edit?: () => Promise<unknown>) {
      const now = await read(post)
      const contentHash = now?.approval?.contentHash
      if (!now || !contentHash) return
      const edits = post.edits
      await edit?.()
      if (!(await act(`posts/${post.postId}/approve`, 'POST', { contentHash }))) return
      if (post.edits > edits) violate('an outdated version was approved')
      for (const text of textsOf(now)) approved.add(text)
    },
    /** Checks what became public since the last check. */
    async check() {
      for (const { message } of await app.published()) {
        if (seen.has(message)) continue
        seen.add(message)
        if (isOn && !approved.has(message)) violate(`“${message}” went out, but nobody approved it`)
      }
    },
    /** Marks public posts as checked, because the rule was off when they went out. */
    async ignore() {
      for (const { message } of await app.published()) seen.add(message)
    },
  }
}
