import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useRef } from 'react'

import { ConfirmDialog } from '#site/ui/ConfirmDialog.tsx'
import { focusFirstInvalid } from '#site/ui/focus-first-invalid.ts'
import { ScreenHeading } from '../ScreenHeading.tsx'
import { Cropping } from './crop/Cropping.tsx'
import { keepDrafts } from './drafts.ts'
import { DraftBar } from './drafts/DraftBar.tsx'
import { FirstComment } from './FirstComment.tsx'
import { $leavingTo, guardLeaving, leave, stay } from './leave-guard.ts'
import { MediaPicker } from './MediaPicker.tsx'
import { Messages } from './Messages.tsx'
import { Platforms } from './Platforms.tsx'
import { Previews } from './previews/Previews.tsx'
import { Schedule } from './Schedule.tsx'
import { sendPost } from './send.ts'
import { SendBar } from './SendBar.tsx'

const CRUMBS = [
  { label: 'Dashboard', href: '/dashboard' },
  { label: 'Social Hub', href: '/dashboard/social-hub' },
  { label: 'Create Post' },
]

/** Writes one post for several networks, now or for later. */
export function Composer() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(guardLeaving, [])
  useEffect(keepDrafts, [])

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    await sendPost()
    requestAnimationFrame(() => form.current && focusFirstInvalid(form.current))
  }

  return (
    <>
      <ScreenHeading title="Create Social Post" crumbs={CRUMBS} withDomain />
      <DraftBar />
      <form
        ref={form}
        noValidate
        aria-label="New post"
        onSubmit={onSubmit}
        className="grid grid-cols-1 gap-x-10 gap-y-9 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]"
      >
        <div className="grid min-w-0 grid-cols-1 gap-9">
          <Platforms />
          <Messages />
          <FirstComment />
          <MediaPicker />
          <Schedule />
        </div>
        <aside
          aria-label="Preview"
          tabIndex={0}
          className="min-w-0 lg:sticky lg:top-6 lg:row-span-2 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto"
        >
          <Previews />
        </aside>
        <SendBar />
      </form>
      <Cropping />
      <LeaveDialog />
    </>
  )
}

const LeaveDialog = () => (
  <ConfirmDialog
    open={useStore($leavingTo) !== undefined}
    title="Leave without posting?"
    confirmLabel="Discard and leave"
    cancelLabel="Keep writing"
    danger
    onCancel={stay}
    onConfirm={leave}
  >
    <p>
      This post hasn’t been sent, and it could not be kept as a draft. If you leave now, its words and files
      are gone.
    </p>
  </ConfirmDialog>
)
