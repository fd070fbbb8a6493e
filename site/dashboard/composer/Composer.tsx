import { useStore } from '@nanostores/react'
import { Eye, X } from 'lucide-react'
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useRef,
  useState,
} from 'react'

import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { leaveGuard } from '#site/dashboard/shared/leave-guard.ts'
import { $isBeside, roomFor } from '#site/dashboard/shared/post-dialogs/url.ts'
import { pathBefore } from '#site/dashboard/shared/router.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { hasKeyboard } from '#site/lib/media-query.ts'
import { Button, ButtonLink, useSubmit } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { Letter } from '#site/ui/drawings.tsx'
import { revealProblem } from '#site/ui/fields/Field.tsx'
import { EmptyState, ErrorState, Skeleton, SkeletonRows } from '#site/ui/states.tsx'
import { clearComposer } from './draft/clear-composer.ts'
import { DraftBar, DraftTrouble, focusTrouble } from './draft/DraftBar.tsx'
import { $startedAt, saveDrafts } from './draft/drafts.ts'
import { $saving, type Saving } from './draft/saving.ts'
import { $editing, $isPartlyOut, $opening, loadEditor, type PostToOpen } from './edit/editing.ts'
import { $media } from './media/media.ts'
import { MediaPicker } from './media/MediaPicker.tsx'
import { pastedFiles } from './media/pasted-files.ts'
import { addFiles, bringsMedia, takeDropped } from './media/uploads.ts'
import { Messages } from './messages/Messages.tsx'
import { $isSideBySide } from './messages/shown-network.ts'
import { Platforms } from './send/Platforms.tsx'
import { SendBar, SENT_ID } from './send/SendBar.tsx'
import { $busy, loadSending, $unsent, $sentPost } from './send/sending.ts'

const HUB = { label: 'Social Hub', href: '/dashboard/social-hub' }
const POSTS = { label: 'Manage Social Posts', href: '/dashboard/view-post' }

/** Saves the content, and guards it from being left, while the composer is shown. */
export function useSession() {
  const opening = useStore($opening)
  const isEdit = useStore($editing) !== undefined || opening !== undefined
  useEffect(guardLeaving, [])
  useEffect(saveDrafts, [])
  return { opening, isEdit }
}

export function Composer() {
  const { opening, isEdit } = useSession()
  return (
    <div className="relative lg:-mt-4">
      {isEdit && !opening ? <CancelEdit /> : <CloseLink />}
      <ScreenHeading
        tight
        title={isEdit ? 'Edit post' : 'Create Social Post'}
        under={[isEdit ? POSTS : HUB]}
        crumb={isEdit ? 'Edit post' : 'Create Post'}
        action={opening ? undefined : <DraftBar />}
      />
      <ForBusiness />
      {opening ? <Opening {...opening} /> : <PostForm />}
    </div>
  )
}

/** Names the business to people who have several. */
export function ForBusiness() {
  const { data = [] } = useStore($domains)
  const name = data.length > 1 && data.find(({ isSelected }) => isSelected)?.businessName
  return name && <p className="text-sm font-semibold wrap-anywhere">For {name}</p>
}

/** Shown on a phone, where the composer hides the tabs. */
function CloseLink() {
  function goBack(event: MouseEvent) {
    // The previous page may be the public one with the sign-in form.
    if (!pathBefore()?.startsWith('/dashboard')) return
    event.preventDefault()
    history.back()
  }
  return (
    <a href="/dashboard" aria-label="Close" onClick={goBack} className={CLOSE}>
      <X className="size-6" />
    </a>
  )
}

const CLOSE = 'btn absolute -end-2 -top-0.5 btn-square size-11 btn-ghost md:hidden'

/** Shown on a phone, whose bar has no room for Cancel. */
const CancelEdit = () => (
  <button
    type="button"
    aria-label="Cancel"
    disabled={useStore($busy)}
    onClick={async () => (await loadEditor())?.discardEdit()}
    className={CLOSE}
  >
    <X className="size-6" />
  </button>
)

export function Opening({ postId, message, isFinal = false }: PostToOpen) {
  if (message === undefined) return <SkeletonRows rows={5} label="Loading the post" />
  if (!isFinal)
    return <ErrorState message={message} onRetry={async () => (await loadEditor())?.openEdit(postId)} />
  return (
    <EmptyState
      bare
      drawing={<Letter />}
      action={<ButtonLink href="/dashboard/view-post">See all posts</ButtonLink>}
    >
      {message}
    </EmptyState>
  )
}

/** True if the preview fits beside the form. */
const $isWide = roomFor('(min-width: 64rem)')

export function PostForm() {
  const form = useRef<HTMLFormElement>(null)
  const isWide = useStore($isWide)
  const isSideBySide = useStore($isSideBySide)
  const isBeside = useStore($isBeside)
  useEffect(() => (isBeside ? undefined : placeBar()), [isBeside])
  const startedAt = useStore($startedAt)
  const editing = useStore($editing)
  // On a touch screen, focus would open a keyboard over the page.
  useEffect(() => {
    if (hasKeyboard()) form.current?.querySelector('textarea')?.focus({ preventScroll: true })
  }, [startedAt])

  useEffect(() => void loadSending(), [])
  const [, submitted] = useSubmit(send)

  async function send() {
    const isSent = await (await loadSending())?.sendPost()
    requestAnimationFrame(() => {
      if (!form.current) return
      if (!isSent) {
        focusTrouble()
        revealProblem(form.current)
        return
      }
      const box = form.current.querySelector('textarea')
      if (isBeside) form.current.parentElement?.scrollIntoView()
      else box?.scrollIntoView({ block: 'nearest' })
      // Beside a screen, posts are written one after the other.
      if (hasKeyboard())
        ($sentPost.get() && !isBeside ? form.current.querySelector<HTMLElement>(`#${SENT_ID}`) : box)?.focus({
          preventScroll: isBeside,
        })
    })
  }

  function onPaste(event: ClipboardEvent) {
    const files = pastedFiles(event.clipboardData)
    if (files.length === 0 || event.defaultPrevented || $isPartlyOut.get()) return
    event.preventDefault()
    addFiles(files)
  }

  function onDrop(event: DragEvent) {
    if (!bringsMedia(event.dataTransfer) || event.defaultPrevented || $isPartlyOut.get()) return
    event.preventDefault()
    takeDropped(event.dataTransfer)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (beginsNextPost(event)) form.current?.querySelector('textarea')?.focus()
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    void send()
  }

  return (
    <>
      <DraftTrouble />
      {editing && (editing.approvedBy ?? editing.review) && (
        <EditedReview key={editing.postId} {...editing} />
      )}
      <form
        {...submitted}
        ref={form}
        aria-label={editing ? 'Edit post' : 'New post'}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onDragOver={event => bringsMedia(event.dataTransfer) && event.preventDefault()}
        onDrop={onDrop}
        className={`@container/composer ${isBeside ? 'grow **:scroll-mb-20' : 'min-h-[calc(100dvh-var(--form-top,12rem)-var(--bar-bottom))]'} grid grid-cols-1 gap-x-8 gap-y-4 ${isSideBySide ? 'grid-rows-[auto_1fr_auto]' : isWide ? 'grid-cols-[minmax(0,1fr)_17rem] grid-rows-[1fr_auto] xl:grid-cols-[minmax(0,1fr)_22rem]' : ''}`}
      >
        <div className="grid min-w-0 grid-cols-1 content-start gap-3">
          <Platforms>{!isWide && !isBeside && <PreviewButton />}</Platforms>
          <div className="rounded-box border border-base-300 bg-raised">
            <TitleAbove />
            <Messages />
            <MediaPicker />
          </div>
          <div className="flex flex-wrap items-start gap-x-4 gap-y-1 has-[>div>div>textarea]:[&>div]:basis-full">
            <Additions />
          </div>
        </div>
        {(isWide || isBeside) && (
          <aside
            aria-label="Preview"
            tabIndex={0}
            className={`min-w-0 self-start ${isSideBySide || isBeside ? '' : 'sticky top-4 max-h-[max(20rem,calc(100dvh-var(--form-top,12rem)-var(--bar,5rem)-1rem))] overflow-y-auto'}`}
          >
            <Previews />
          </aside>
        )}
        <SendBar />
      </form>
    </>
  )
}

const EditedReview = lazyPart(async () => (await import('./edit/EditedReview.tsx')).EditedReview, {
  what: 'What the reviewers wrote',
})

/** Names of keys that begin a character of several keys. */
const COMPOSING = ['Dead', 'Process']

/** Returns true for typing or pasting while the line about the sent post has the focus, where Z undoes the sending. */
function beginsNextPost({ target, key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (!(target instanceof Element) || target.id !== SENT_ID) return false
  if (ctrlKey || metaKey) return key === 'v'
  if (key.toLowerCase() === 'z' && $sentPost.get()?.at) return false
  return key.length === 1 || COMPOSING.includes(key)
}

function PreviewButton() {
  const [open, setOpen] = useState(false)
  useEffect(() => Previews.load(), [])
  // The preview has a history entry, so that Back closes it and not the composer.
  useEffect(() => {
    if (!open) return
    const close = () => setOpen(false)
    history.pushState(history.state, '')
    addEventListener('popstate', close)
    return () => removeEventListener('popstate', close)
  }, [open])
  return (
    <>
      <Button onClick={() => setOpen(true)} icon={<Eye />}>
        Preview
      </Button>
      {open && (
        <Modal wide title="Preview" onClose={() => history.back()}>
          <Previews />
        </Modal>
      )}
    </>
  )
}

/** States in which closing the window loses nothing. */
const SAFE_STATES: readonly Saving['state'][] = ['empty', 'edited', 'saved']

const wouldLoseChanges = () =>
  $unsent.get() &&
  (!SAFE_STATES.includes($saving.get().state) ||
    $media.get().some(({ upload }) => upload.state !== 'uploaded'))

/** Returns true if neither the server nor this device can save the post. */
const cannotBeSaved = () => $unsent.get() && $saving.get().state === 'failed'

/** Confirms leaving a post that can't be saved. */
const guardLeaving = leaveGuard({
  losesContent: () => cannotBeSaved() && !$busy.get(),
  closingLoses: wouldLoseChanges,
  // The composer doesn't replace a post that couldn't be saved by another one.
  leaves: ({ pathname, search }) =>
    pathname !== '/dashboard/create-post' &&
    (pathname !== location.pathname || !new URLSearchParams(search).has('new')),
  discard: clearComposer,
  question: {
    title: 'Leave without posting?',
    label: 'Discard and leave',
    cancelLabel: 'Keep writing',
    danger: true,
    children:
      'This post hasn’t been sent, and it couldn’t be saved as a draft. If you leave now, you’ll lose its text and files.',
  },
})

/** Tells the page's styles the heights of the send bar and of a phone's keyboard. Returns the function that stops it. */
function placeBar() {
  const root = document.documentElement
  const viewport = globalThis.visualViewport
  const bar = document.querySelector<HTMLElement>('[data-send-bar]')

  function place() {
    const covered = viewport ? Math.max(0, innerHeight - viewport.height - viewport.offsetTop) : 0
    root.style.setProperty('--keyboard', viewport && viewport.scale > 1 ? '0px' : `${Math.round(covered)}px`)
    const top = bar?.closest('form')?.getBoundingClientRect().top ?? 0
    root.style.setProperty('--form-top', `${Math.round(top + scrollY)}px`)
    root.style.setProperty('--bar', `${bar?.offsetHeight ?? 0}px`)
  }

  const sizes = new ResizeObserver(place)
  if (bar) sizes.observe(bar)
  const stop = new AbortController()
  for (const type of ['resize', 'scroll']) viewport?.addEventListener(type, place, { signal: stop.signal })
  place()
  return () => {
    sizes.disconnect()
    stop.abort()
    for (const name of ['--keyboard', '--bar', '--form-top']) root.style.removeProperty(name)
  }
}

const Previews = lazyPart(async () => (await import('./previews/Previews.tsx')).Previews, {
  Fallback: () => <Skeleton className="h-48" />,
  what: 'The preview',
})

const Additions = lazyPart(async () => (await import('./Additions.tsx')).Additions, {
  what: 'What a post may have beyond its text and files',
})

const TitleAbove = lazyPart(async () => (await import('./Additions.tsx')).TitleAbove)
