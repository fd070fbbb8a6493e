import { atom } from 'nanostores'

import { formatList } from '#shared/format-list.ts'
import { networks } from '#shared/networks.ts'
import { isChangeable } from '#shared/posts/changes.ts'
import type { Delivery, Occurrence, Post } from '#shared/posts/posts.ts'
import { openDialog } from '#site/dashboard/shared/open-dialog.ts'
import { openPage } from '#site/dashboard/shared/router.ts'
import { $openPostId, closePanel, pathToPost } from './url.ts'

export type Target = { post: Post; deliveryId?: string | undefined }

/** Returns the deliveries that a change affects: the chosen one, or all that can still be changed. */
export const affectedDeliveries = ({ post, deliveryId }: Target): Delivery[] =>
  post.deliveries.filter(delivery => (deliveryId ? delivery._id === deliveryId : isChangeable(delivery)))

/** Returns 'Facebook and Instagram'. */
export const namesOf = (deliveries: readonly Delivery[]) =>
  formatList(deliveries.map(({ network }) => networks[network].name))

export const networkNames = (target: Target) => namesOf(affectedDeliveries(target))

/** Returns the deliveries that Publish now sends: the given one, or all scheduled ones. */
export const deliveriesToPublish = ({ post, deliveryId }: Target): Delivery[] =>
  post.deliveries.filter(({ _id, state }) => (deliveryId ? _id === deliveryId : state === 'scheduled'))

export const askToPublish = (target: Target) =>
  openDialog(async () => (await import('./PublishDialog.tsx')).PublishDialog, { target })

/** @param occurrences the posts of the series, if the post repeats */
export const askToRepeat = (post: Post, occurrences: readonly Occurrence[] = []) =>
  openDialog(async () => (await import('./RhythmDialog.tsx')).RhythmDialog, { post, occurrences })

/** The post whose time is being changed. `closesAfter` is true if its panel was opened only for that. */
export const $moving = atom<(Target & { closesAfter: boolean }) | undefined>()

/** Opens the post with its time to choose. */
export function askToReschedule(target: Target) {
  const { _id } = target.post
  const closesAfter = $openPostId.get() !== _id
  $moving.set({ ...target, closesAfter })
  if (closesAfter) openPage(pathToPost(_id))
}

export const endMoving = () => ($moving.get()?.closesAfter ? closePanel() : $moving.set(undefined))

$openPostId.listen(id => {
  if (id !== $moving.get()?.post._id) $moving.set(undefined)
})
