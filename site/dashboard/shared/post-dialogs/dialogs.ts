import { atom } from 'nanostores'

import type { Target } from './targets.ts'

export type PostDialog = { open: 'none' } | ({ open: 'reschedule' | 'publish' } & Target)

export const $dialog = atom<PostDialog>({ open: 'none' })

export const askToReschedule = (target: Target) => $dialog.set({ open: 'reschedule', ...target })
export const askToPublish = (target: Target) => $dialog.set({ open: 'publish', ...target })
export const closeDialog = () => $dialog.set({ open: 'none' })
