import { useStore } from '@nanostores/react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react'

import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { ConfirmDialog } from '#site/ui/dialogs/ConfirmDialog.tsx'
import { focusFirstInvalid } from '#site/ui/fields/focus-first-invalid.ts'
import { DraftBar } from './draft/DraftBar.tsx'
import { saveDrafts } from './draft/drafts.ts'
import { DraftTrouble } from './draft/DraftTrouble.tsx'
import { $leavingTo, guardLeaving, leave, stay } from './draft/leave-guard.ts'
import { Cropping } from './media/crop/Cropping.tsx'
import { MediaPicker } from './media/MediaPicker.tsx'
import { FirstComment } from './messages/FirstComment.tsx'
import { Messages } from './messages/Messages.tsx'
import { Previews } from './previews/Previews.tsx'
import { placeBar } from './send/place-bar.ts'
import { Platforms } from './send/Platforms.tsx'
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
  useEffect(placeBar, [])

  async function send() {
    const isSent = await sendPost()
    requestAnimationFrame(() => {
      if (!form.current) return
      if (isSent) form.current.querySelector('textarea')?.focus()
      else focusFirstInvalid(form.current)
    })
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void send()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    void send()
  }

  return (
    <>
      <ScreenHeading tight title="Create Social Post" crumbs={CRUMBS} action={<DraftBar />} />
      <DraftTrouble />
      <form
        ref={form}
        noValidate
        aria-label="New post"
        onSubmit={onSubmit}
        onKeyDown={onKeyDown}
        className="grid grid-cols-1 gap-x-8 min-h-[calc(100dvh-var(--form-top,12rem)-var(--bar-bottom))] gap-y-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[1fr_auto] xl:grid-cols-[minmax(0,1fr)_22rem]"
      >
        <div className="grid min-w-0 grid-cols-1 content-start gap-3">
          <Platforms />
          <div className="rounded-box border border-base-300 bg-raised">
            <Messages />
            <MediaPicker />
          </div>
          <FirstComment />
        </div>
        <aside
          aria-label="Preview"
          tabIndex={0}
          className="min-w-0 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-var(--bar,5rem)-2rem)] lg:self-start lg:overflow-y-auto"
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
