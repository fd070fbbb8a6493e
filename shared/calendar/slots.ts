import * as v from 'valibot'

import { TimeZone } from '#shared/time-zone.ts'
import { CalendarQuery } from './calendar.ts'

export const MAX_SLOTS = 100
export const MAX_PROPOSED_SLOTS = 5
/** Minimum number of posts in a weekday and hour for insights to propose it. */
export const MIN_POSTS_PER_PROPOSAL = 3

export const SLOT_MESSAGES = {
  none: 'Choose your weekly posting times first, in the settings of your business.',
  allTaken: 'All your posting times of the next year are taken. Add more in the settings of your business.',
  tooMany: `Please choose at most ${MAX_SLOTS} posting times.`,
} as const

/** A weekly posting time in the time zone of the business. */
export const SlotTime = v.object({
  /** ISO: Monday is 1. */
  weekday: v.pipe(
    v.number('Please choose a weekday.'),
    v.integer(),
    v.minValue(1, 'Please choose a weekday.'),
    v.maxValue(7, 'Please choose a weekday.'),
  ),
  time: v.pipe(
    v.string('Please choose a time.'),
    v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please give the time as HH:MM, for example 09:30.'),
  ),
})
export type SlotTime = v.InferOutput<typeof SlotTime>
export type Slot = SlotTime & { _id: string }

/** The caller's time zone, which applies to a business that has none. */
const CallerTimeZone = v.optional(TimeZone)

/** Replaces the business's slots. If the business has no time zone yet, it gets the caller's. */
export const SaveSlots = v.object({
  slots: v.pipe(
    v.array(SlotTime, 'Please choose posting times.'),
    v.maxLength(MAX_SLOTS, SLOT_MESSAGES.tooMany),
  ),
  timeZone: CallerTimeZone,
})
export type SaveSlots = v.InferOutput<typeof SaveSlots>

export const UpcomingQuery = v.object({
  from: CalendarQuery.entries.from,
  to: CalendarQuery.entries.to,
  timeZone: CallerTimeZone,
  /** The draft that is being edited, which doesn't take its own slot. */
  draftId: v.optional(v.string()),
})
export type UpcomingQuery = v.InferOutput<typeof UpcomingQuery>

/**
 * One occurrence of a slot. It is taken by a post (`postId`) that is due at its time, or by a draft (`draftId`) with that time.
 * Cancelled posts and drafts for the next free slot take none.
 */
export type UpcomingSlot = { at: string; postId: string | null; draftId: string | null }

export const ProposedQuery = v.object({ timeZone: CallerTimeZone })
export type ProposedQuery = v.InferOutput<typeof ProposedQuery>

/**
 * A suggested slot. With the basis `insights`, the business's earlier posts in this hour (`posts` of them) did better than its
 * average. With `advice`, the time suits most businesses.
 */
export type ProposedSlot = SlotTime & ({ basis: 'insights'; posts: number } | { basis: 'advice' })
