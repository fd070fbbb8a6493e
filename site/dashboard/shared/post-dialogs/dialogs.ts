import { atom } from 'nanostores'

import type { Post } from '#shared/posts/posts.ts'
import type { Target } from './change-posts.ts'

export type PostDialog = { open: 'none' } | { open: 'edit'; post: Post } | ({ open: 'reschedule' } & Target)

export const $dialog = atom<PostDialog>({ open: 'none' })

export const askToEdit = (post: Post) => $dialog.set({ open: 'edit', post })
export const askToReschedule = (target: Target) => $dialog.set({ open: 'reschedule', ...target })
export const closeDialog = () => $dialog.set({ open: 'none' })
