import { atom, computed } from 'nanostores'

import { $draft, setPublishAt, setScheduled, $identity } from '#site/dashboard/composer/draft/draft.ts'
import { $saving, markSaved } from '#site/dashboard/composer/draft/saving.ts'
import { $editing } from '#site/dashboard/composer/edit/editing.ts'
import { $isBeside } from '#site/dashboard/shared/post-dialogs/url.ts'
import {
  $bestTime,
  $freeSlot,
  $freeTimes,
  freeTimeAfter,
  nextOf,
  nextTimeOfDay,
  tomorrowMorning,
} from '#site/dashboard/shared/quick-times/times.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { settled } from '#site/lib/remote.ts'
import { clockIn } from '#site/lib/wall-clock.ts'

export type TimeChoice = 'now' | 'slot' | 'tomorrow' | 'best' | 'pick'

/** The author's last choice for the post, or the proposal. */
const $chosen = atom<TimeChoice | undefined>(undefined)

/** The choice on the screen: `pick` once the time differs from the chosen one. */
export const $timeChoice = computed(
  [$draft, $chosen, $businessZone],
  ({ isScheduled, publishAt, slot }, chosen): TimeChoice => {
    if (!isScheduled) return 'now'
    if (slot) return 'slot'
    return chosen && +(timeOf(chosen, new Date()) ?? 0) === +(publishAt ?? 0) ? chosen : 'pick'
  },
)

/** Keeps the time, because the author is sending the post. */
export const pinTimeChoice = () => $chosen.set($timeChoice.get())

/** Forgets how the time was chosen, because another post begins. */
export const resetTimeChoice = () => $chosen.set(undefined)

/** Applies a choice of the time, once its time is known. `pick` leaves the time to the picker. */
export function chooseTime(when: TimeChoice, now = new Date()) {
  const at = timeOf(when, now)
  if (at === undefined) return
  $chosen.set(when)
  setScheduled(when !== 'now')
  if (at) setPublishAt(at, when === 'slot')
}

/** Switches to the picker, which starts at the next free slot. */
export function choosePicker() {
  const slot = timeOf('slot', new Date())
  chooseTime('pick')
  if (slot && $draft.get().publishAt === null) setPublishAt(slot)
}

export function pickTime(time: Date) {
  $chosen.set('pick')
  setPublishAt(time)
}

/** Returns the time of a choice: null for `pick` and `now`, undefined if it is loading or doesn't exist. */
function timeOf(when: TimeChoice, now: Date): Date | null | undefined {
  const free = $freeSlot.get()
  if (when === 'slot') return free instanceof Date ? free : undefined
  if (when === 'tomorrow') return tomorrowMorning($businessZone.get(), now)
  if (when !== 'best') return null
  const best = $bestTime.get()
  return best ? nextOf($businessZone.get(), best, now) : undefined
}

/** Proposes the next free slot as soon as the free times have loaded, unless the author has chosen a time. */
export async function proposeFreeSlot() {
  const { id } = $identity.get()
  await settled($freeTimes)
  if (id !== $identity.get().id || $editing.get()) return
  if ($draft.get().slot) followFreeSlot()
  else if (isUndecided()) takeFreeSlot()
}

const isUndecided = () => $chosen.get() === undefined && $timeChoice.get() === 'now'

/** Proposes a free slot for the next post. Beside a screen: the one after the sent post or, without any, its time a day later. */
export async function proposeAfterSending(sentAt: Date | undefined) {
  if (!sentAt || !$isBeside.get()) return proposeFreeSlot()
  const { id } = $identity.get()
  await settled($freeTimes)
  const zone = $businessZone.get()
  const from = new Date(Math.max(+sentAt, Date.now()))
  const later = await freeTimeAfter(from)
  if (id !== $identity.get().id || $editing.get() || !isUndecided()) return
  if (later && +later === +(timeOf('slot', new Date()) ?? 0)) return takeFreeSlot()
  setScheduled(true)
  pickTime(later ?? nextTimeOfDay(zone, clockIn(zone, sentAt).minutes, from))
}

/** Updates the time of a post that takes the next free slot. */
export function followFreeSlot() {
  const { slot, publishAt } = $draft.get()
  const free = timeOf('slot', new Date())
  if (slot && free && +free !== +(publishAt ?? 0) && !$editing.get()) takeFreeSlot()
}

/** Sets the next free slot, without saving it in an opened draft, which doesn't change by being looked at. */
function takeFreeSlot() {
  const isSaved = $saving.get().state === 'saved'
  chooseTime('slot')
  if (isSaved) markSaved($identity.get())
}
