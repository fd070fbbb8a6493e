import { atom } from 'nanostores'

/** The period that the calendar on screen shows. */
export const $shownPeriod = atom<{ from: Date; to: Date } | undefined>()
