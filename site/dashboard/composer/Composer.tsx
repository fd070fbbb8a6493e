import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useRef } from 'react'

import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { ConfirmDialog } from '#site/ui/dialogs/ConfirmDialog.tsx'
import { focusFirstInvalid } from '#site/ui/fields/focus-first-invalid.ts'
import { DraftBar } from './draft/DraftBar.tsx'
import { saveDrafts } from './draft/drafts.ts'
import { $leavingTo, guardLeaving, leave, stay } from './draft/leave-guard.ts'
import { Cropping } from './media/crop/Cropping.tsx'
import { MediaPicker } from './media/MediaPicker.tsx'
import { FirstComment } from './messages/FirstComment.tsx'
import { Messages } from './messages/Messages.tsx'
import { Previews } from './previews/Previews.tsx'
import { Platforms } from './send/Platforms.tsx'
import { Schedule } from './send/Schedule.tsx'
import { sendPost } from './send/send.ts'
import { SendBar } from './send/SendBar.tsx'

const CRUMBS = [
  { label: 'Dashboard', href: '/dashboard' },
  { label: 'Social Hub', href: '/dashboard/social-hub' },
  { label: 'Create Post' },
]

/** Writes one post for several networks, for now or later. */
export function Composer() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(guardLeaving, [])
  useEffect(saveDrafts, [])

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
      This post hasn’t been sent, and it couldn’t be saved as a draft. If you leave now, you’ll lose its text
      and files.
    </p>
  </ConfirmDialog>
)
