import { atom } from 'nanostores'

import { randomId } from '#site/lib/random-id.ts'

/** `version` is the one that the server has, as far as this window knows; 0 for a draft that it does not have. */
export type Identity = { id: string; version: number }

/** Which draft is in the composer. */
export const $identity = atom<Identity>({ id: randomId(), version: 0 })

export const renewIdentity = () => $identity.set({ id: randomId(), version: 0 })
