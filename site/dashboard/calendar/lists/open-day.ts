import { atom } from 'nanostores'

/** The day whose posts are all shown in a dialog. */
export const $openDay = atom<Date | undefined>()
