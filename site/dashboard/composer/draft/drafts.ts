import { UNDO_MS } from '#shared/timings.ts'
import { $media } from '#site/dashboard/composer/media/media.ts'
import { retryUploads } from '#site/dashboard/composer/media/uploads.ts'
import { clearComposer } from '#site/dashboard/composer/send/send.ts'
import { $selectedDomain, $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { messageOf } from '#site/lib/api-error.ts'
import { api } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'
import { $session } from '#site/lib/session.ts'
import { toast } from '#site/lib/toasts.ts'
import { $content, fillComposer, hasContent } from './content.ts'
import { takeCopy } from './device-copy.ts'
import { $choices, setPublishAt, setScheduled } from './draft.ts'
import { $identity } from './identity.ts'
import { reusePost } from './reuse-post.ts'
import { $saving, carryDraft, forgetDraft, markSaved, noteChange, saveNow } from './saving.ts'

const PATH = '/dashboard/create-post'

/** The drafts of the selected domain. */
export const $drafts = remote(async () => (await (await api.drafts.$get()).json()).data)

let business = $selectedDomain.get()?._id

/** What was chosen about another business's accounts says nothing of this one's, unless a post was begun. */
$selectionVersion.listen(() => {
  const selected = $selectedDomain.get()?._id
  if (selected !== business && !hasContent($content.get())) $choices.set({})
  business = selected
})

/** Puts a draft into the composer; what is there now is saved first. */
export async function openDraft(id: string) {
  if (id === $identity.get().id || waitsForFiles()) return
  await saveNow()
  try {
    const { data } = await (await api.drafts[':id'].$get({ param: { id } })).json()
    forgetDraft()
    fillComposer(data)
    markSaved({ id, version: data.version })
  } catch (error) {
    toast('error', messageOf(error, 'This draft didn’t open. Try again.'))
  }
  showAddress()
}

/** A file that has not arrived would be missing from its draft. */
function waitsForFiles(): boolean {
  const waits = $media.get().some(({ upload: { state } }) => state === 'waiting' || state === 'uploading')
  if (waits) toast('info', 'A file is still on its way. Once it has arrived, the draft keeps it.')
  return waits
}

/** Begins anew; what is there now stays a draft. */
export async function beginNew() {
  if (waitsForFiles()) return
  await saveNow()
  clearComposer()
  showAddress()
}

/** Deletes a draft, and offers for a while to take that back. */
export async function deleteDraft(id: string) {
  const isOpen = id === $identity.get().id
  try {
    await api.drafts[':id'].$delete({ param: { id } })
  } catch (error) {
    toast('error', messageOf(error, 'That draft wasn’t deleted. Try again.'))
    return void $drafts.reload()
  }
  if (isOpen) clearComposer()
  showAddress()
  await $drafts.reload()
  toast('success', 'Draft deleted.', {
    duration: UNDO_MS,
    action: { label: 'Undo', run: () => void bringBack(id, isOpen) },
  })
}

async function bringBack(id: string, reopen: boolean) {
  try {
    await api.drafts[':id'].restore.$post({ param: { id } })
    void $drafts.reload()
    if (reopen && !hasContent($content.get())) await openDraft(id)
  } catch (error) {
    toast('error', messageOf(error, 'That didn’t come back. Load the page again to see where it is.'))
  }
}

const asked = () => {
  const page = $router.get()
  return page?.route === 'createPost' ? page.search : undefined
}

/** The address names the draft, so that a reload or a link comes back to it. */
function showAddress() {
  const search = asked()
  if (!search) return
  const { id, version } = $identity.get()
  const wanted = version > 0 && hasContent($content.get()) ? `${PATH}?draft=${id}` : PATH
  if ((search.draft ?? '') !== (version > 0 ? id : '') || search.from || search.at) $router.open(wanted, true)
}

async function begin() {
  const { at } = asked() ?? {}
  await restore()
  if (!at) return
  scheduleAt(new Date(at))
  showAddress()
}

/** A time that has passed since is left to be chosen. */
function scheduleAt(time: Date) {
  if (!(time > new Date())) return
  setScheduled(true)
  setPublishAt(time)
}

/** What the address asks for, else what this device kept, else what is there. */
async function restore() {
  const { draft, from } = asked() ?? {}
  if (draft && draft !== $identity.get().id) return openDraft(draft)
  if (from) {
    await saveNow()
    await reusePost(from)
    return showAddress()
  }
  if (hasContent($content.get())) return showAddress()
  await knowMe()
  const copy = takeCopy()
  if (!copy || !hasContent(copy.content) || hasContent($content.get())) return
  fillComposer(copy)
  $identity.set({ id: copy.id, version: copy.version })
  noteChange($content.get())
  toast('info', 'Your post from before is back.')
}

/** Whose copy it is can be told only then. */
const knowMe = () =>
  new Promise<void>(resolve => {
    const stop = $me.subscribe(me => {
      if (me.state === 'loading') return
      resolve()
      queueMicrotask(() => stop())
    })
  })

/** Keeps the composer's content for as long as the composer is open. Returns how to stop. */
export function saveDrafts() {
  const onHide = () => document.visibilityState === 'hidden' && void saveNow()
  const onOnline = () => {
    retryUploads()
    void saveNow()
  }
  document.addEventListener('visibilitychange', onHide)
  addEventListener('online', onOnline)
  void begin()
  const stops = [
    $content.listen(noteChange),
    $saving.listen(({ state }) => state === 'saved' && showAddress()),
    $identity.listen(showAddress),
    $session.listen(({ state }) => state === 'expired' && carryDraft()),
    $selectionVersion.listen(() => void $drafts.reload()),
    $router.listen(() => {
      const id = asked()?.draft
      if (id && id !== $identity.get().id) void openDraft(id)
    }),
  ]
  return () => {
    void saveNow()
    document.removeEventListener('visibilitychange', onHide)
    removeEventListener('online', onOnline)
    for (const stop of stops) stop()
  }
}
