import * as v from 'valibot'

import { TimeZone } from '#shared/time-zone.ts'
import { CalendarQuery } from './calendar.ts'

export const MAX_SLOTS = 100
export const PROPOSED_SLOTS = 5
/** Minimum number of posts behind a time that is proposed from insights. */
export const PROPOSED_FROM_POSTS = 3

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
const OwnTimeZone = v.optional(TimeZone)

/** Replaces the slots of the business. A business without a time zone takes the caller's. */
export const SaveSlots = v.object({
  slots: v.pipe(
    v.array(SlotTime, 'Please choose posting times.'),
    v.maxLength(MAX_SLOTS, SLOT_MESSAGES.tooMany),
  ),
  timeZone: OwnTimeZone,
})
export type SaveSlots = v.InferOutput<typeof SaveSlots>

export const UpcomingQuery = v.object({
  from: CalendarQuery.entries.from,
  to: CalendarQuery.entries.to,
  timeZone: OwnTimeZone,
})
export type UpcomingQuery = v.InferOutput<typeof UpcomingQuery>

/** A slot on a date, with the post that goes out then. */
export type UpcomingSlot = { at: string; postId: string | null }

export const ProposedQuery = v.object({ timeZone: OwnTimeZone })
export type ProposedQuery = v.InferOutput<typeof ProposedQuery>

/** `insights`: `posts` is the number of the business's own posts at that time, which did well. `advice`: suits most businesses. */
export type ProposedSlot = SlotTime & ({ basis: 'insights'; posts: number } | { basis: 'advice' })
