import { atom, computed } from 'nanostores'

import type { RequestSender } from '#shared/requests.ts'
import { UNDO_MS } from '#shared/timings.ts'
import { messageOf } from '#site/lib/api-error.ts'
import { remote } from '#site/lib/remote.ts'
import { $session } from '#site/lib/session.ts'
import { toast } from '#site/lib/toasts.ts'

export const ROWS_PER_PAGE = 10

/** A visitor's request, as administrators read it. */
export type Sent = { _id: string; createdAt: string }

type Calls<Request> = {
  list: () => Promise<Request[]>
  remove: (id: string) => Promise<unknown>
  restore: (id: string) => Promise<unknown>
  /** Loads the shared profile of the client who sent it. */
  sender: (id: string) => Promise<RequestSender | null>
  /** Searchable texts of a request. */
  words: (request: Request) => readonly string[]
}

const newestFirst = (a: Sent, b: Sent) => b.createdAt.localeCompare(a.createdAt) || b._id.localeCompare(a._id)

/** Matches the spaces and signs within a phone number. */
const GAP_IN_NUMBER = /(?<=\d)[ ().-]+(?=\d)/g

/** Returns a text in lower case with straight quotes, as people type when they search. */
const plain = (text: string) => text.toLowerCase().replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"')

/** Creates the list of one kind of request, with its search, pages and actions. */
export function requestList<Request extends Sent>({ list, remove, restore, words, sender }: Calls<Request>) {
  const $all = remote(async () => (await list()).toSorted(newestFirst))
  const $search = atom('')
  const $page = atom(0)
  const $removing = atom(false)

  const $found = computed([$all, $search], (all, search) => {
    if (all.state !== 'ready') return []
    const wanted = plain(search.trim()).split(/\s+/)
    return all.data.filter(request => {
      const text = plain(words(request).join('\n'))
      const closedUp = text.replaceAll(GAP_IN_NUMBER, '')
      return wanted.every(word => text.includes(word) || closedUp.includes(word))
    })
  })

  /** Falls back to the last page with rows when deletions or a search have emptied this one. */
  const $view = computed([$found, $page], (found, asked) => {
    const pages = Math.max(1, Math.ceil(found.length / ROWS_PER_PAGE))
    const page = Math.min(asked, pages - 1)
    const from = page * ROWS_PER_PAGE
    return { rows: found.slice(from, from + ROWS_PER_PAGE), from, page, pages, total: found.length }
  })

  function search(text: string) {
    $search.set(text)
    $page.set(0)
  }

  const turn = (pages: number) => {
    const view = $view.get()
    $page.set(Math.min(Math.max(0, view.page + pages), view.pages - 1))
  }

  /** Opens a page of the URL, which may have fewer rows by now. */
  const openPage = (page: number) => $page.set(Math.max(0, page))

  const put = (change: (all: Request[]) => Request[]) => {
    const all = $all.get()
    if (all.state === 'ready') $all.set({ state: 'ready', data: change(all.data) })
  }

  async function bringBack(request: Request) {
    try {
      await restore(request._id)
      put(all => [...all.filter(({ _id }) => _id !== request._id), request].toSorted(newestFirst))
    } catch (error) {
      toast('error', messageOf(error, 'That couldn’t be restored. Reload the page to see where it is.'))
    }
  }

  /** Deletes a request, with a toast to undo it. @returns true if it is gone */
  async function removeOne(request: Request): Promise<boolean> {
    if ($removing.get()) return false
    $removing.set(true)
    try {
      await remove(request._id)
      put(all => all.filter(({ _id }) => _id !== request._id))
      toast('success', 'Request deleted.', {
        duration: UNDO_MS,
        action: { label: 'Undo', run: () => void bringBack(request) },
      })
      return true
    } catch (error) {
      // An ended session is reported once, for all calls.
      if ($session.get().state === 'in') toast('error', messageOf(error, 'That wasn’t deleted. Try again.'))
      // Another administrator may have deleted it first.
      void $all.reload()
      return false
    } finally {
      $removing.set(false)
    }
  }

  return { $all, $search, $found, $view, $removing, search, turn, openPage, remove: removeOne, sender }
}
export type RequestList<Request extends Sent> = ReturnType<typeof requestList<Request>>
