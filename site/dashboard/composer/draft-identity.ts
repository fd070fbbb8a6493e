import { atom } from 'nanostores'

/** `version` is the one that the server has, as far as this window knows; 0 for a draft that it does not have. */
export type Identity = { id: string; version: number }

/** Not `crypto.randomUUID`, which exists on https alone. */
export const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/** Which draft is in the composer. */
export const $identity = atom<Identity>({ id: newId(), version: 0 })

export const renewIdentity = () => $identity.set({ id: newId(), version: 0 })
