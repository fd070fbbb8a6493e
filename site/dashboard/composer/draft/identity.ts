import { atom } from 'nanostores'

import { randomId } from '#site/lib/random-id.ts'

/** `version` is the server's, as far as this window knows; 0 for an unsaved draft. */
export type Identity = { id: string; version: number }

/** The draft in the composer. */
export const $identity = atom<Identity>({ id: randomId(), version: 0 })

export const renewIdentity = () => $identity.set({ id: randomId(), version: 0 })
