import { atom } from 'nanostores'

import { listed } from '#shared/listed.ts'
import { networks } from '#shared/networks.ts'
import { isChangeable } from '#shared/posts/changes.ts'
import type { Delivery, Post } from '#shared/posts/posts.ts'

export type Target = { post: Post; deliveryId?: string | undefined }

/** Returns the deliveries that a change affects: one, or those that can still be changed. */
export const reached = ({ post, deliveryId }: Target): Delivery[] =>
  post.deliveries.filter(delivery => (deliveryId ? delivery._id === deliveryId : isChangeable(delivery)))

/** 'Facebook and Instagram' */
export const namesOf = (deliveries: readonly Delivery[]) =>
  listed(deliveries.map(({ network }) => networks[network].name))

export const networkNames = (target: Target) => namesOf(reached(target))

/** Returns the deliveries that Publish now sends: the given one, or all scheduled ones. */
export const scheduledOf = ({ post, deliveryId }: Target): Delivery[] =>
  post.deliveries.filter(({ _id, state }) => (deliveryId ? _id === deliveryId : state === 'scheduled'))

type PostDialog = { open: 'none' } | ({ open: 'reschedule' | 'publish' } & Target)

export const $dialog = atom<PostDialog>({ open: 'none' })

export const askToReschedule = (target: Target) => $dialog.set({ open: 'reschedule', ...target })
export const askToPublish = (target: Target) => $dialog.set({ open: 'publish', ...target })
export const closeDialog = () => $dialog.set({ open: 'none' })
