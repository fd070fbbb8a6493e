import { atom, computed, onMount } from 'nanostores'

import { CANCELLED_CALL } from '#shared/bookings.ts'
import {
  REQUEST_STATUSES,
  type RequestStage,
  type RequestStatus,
  type ChangeRequest,
  type CreateClient,
  type NoteOnRequest,
  type ReplyToRequest,
  type RequestEvent,
  type UndoClient,
} from '#shared/requests/pipeline.ts'
import { fold } from '#shared/text/fold.ts'
import type { Fact, SubmittedRequest } from '#site/dashboard/admin/columns.ts'
import { $router, setSearch } from '#site/dashboard/shared/router.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { onLive } from '#site/lib/live/live.ts'
import { remote } from '#site/lib/remote.ts'
import { $session } from '#site/lib/session.ts'
import { toast, withErrorToast, toastWithUndo } from '#site/lib/toasts.ts'

export type Progress = RequestStage & { history: readonly RequestEvent[] }

type CallOptions = { headers: { 'Idempotency-Key': string } }
export function requestCalls(kind: 'supportRequests' | 'featureRequests') {
  const one: (typeof api.admin)[typeof kind][':id'] = api.admin[kind][':id']
  return {
    remove: (id: string) => one.$delete({ param: { id } }),
    restore: (id: string) => one.restore.$post({ param: { id } }),
    sender: (id: string) => dataOf(one.sender.$get({ param: { id } })),
    read: (id: string) => dataOf<Progress>(one.$get({ param: { id } })),
    change: (id: string, json: ChangeRequest) => dataOf<Progress>(one.$patch({ param: { id }, json })),
    createClient: (id: string, json: CreateClient) =>
      dataOf<Progress>(one.client.$post({ param: { id }, json })),
    undoClient: (id: string, json: UndoClient) =>
      dataOf<Progress>(one.client.undo.$post({ param: { id }, json })),
    note: (id: string, json: NoteOnRequest, options: CallOptions) =>
      dataOf<Progress>(one.notes.$post({ param: { id }, json }, options)),
    reply: (id: string, json: ReplyToRequest, options: CallOptions) =>
      dataOf<Progress>(one.replies.$post({ param: { id }, json }, options)),
  }
}
export type RequestCalls = ReturnType<typeof requestCalls>

const ROWS_PER_PAGE = 10

/** The filter for requests without an assignee. */
export const NOBODY = 'nobody'
export type StatusFilter = RequestStatus | 'all'

type Kind<Request> = {
  calls: RequestCalls
  read: () => Promise<Request[]>
  facts: readonly Fact<Request>[]
  /** Name of the table and of the exported file. */
  caption: string
  empty: string
  sender: (request: Request) => string
  subject: string
  /** Details of the sender's business, for the form that creates it; empty where the request lacks them. */
  client: (request: Request) => { businessName: string; websiteURL: string }
}

/** The filters and the page, from 0, in the URL. `assignee` is an administrator's id, `NOBODY`, or '' for all. */
export const $filters = computed($router, page => {
  const { status, assignee = '', page: number } = page?.search ?? {}
  return {
    status: REQUEST_STATUSES.find(each => each === status) ?? ('all' as const),
    assignee,
    page: Math.max(0, (Number(number) || 1) - 1),
  }
})

/** Filters the list, from its first page. */
export const filter = ({ status, assignee }: { status?: StatusFilter; assignee?: string }) =>
  setSearch({
    ...(status && { status: status === 'all' ? '' : status }),
    ...(assignee !== undefined && { assignee }),
    page: '',
  })

export const openPage = (page: number) => setSearch({ page: page > 0 ? String(page + 1) : '' })

const oldestFirst = (a: SubmittedRequest, b: SubmittedRequest) =>
  a.createdAt.localeCompare(b.createdAt) || a._id.localeCompare(b._id)

/** Returns the time of the request's future call, unless it is cancelled. */
export const callAhead = (
  { service, preferredAt, status }: SubmittedRequest,
  now = new Date(),
): string | undefined =>
  preferredAt && service !== CANCELLED_CALL.value && status !== 'lost' && new Date(preferredAt) > now
    ? preferredAt
    : undefined

/** Placeholder that sorts after every ISO instant. */
const NO_CALL = 'none'

/** Sorts calls ahead first, soonest at the top, then unanswered requests, oldest first, and the others, newest first. */
export const byNeed = (a: SubmittedRequest, b: SubmittedRequest) => {
  const [first, second] = [callAhead(a) ?? NO_CALL, callAhead(b) ?? NO_CALL]
  if (first !== second) return first.localeCompare(second)
  const isNew = [a, b].map(({ status }) => status === 'new')
  if (isNew[0] !== isNew[1]) return isNew[0] ? -1 : 1
  return isNew[0] ? oldestFirst(a, b) : oldestFirst(b, a)
}

/** Matches the spaces and signs within a phone number. */
const GAP_IN_NUMBER = /(?<=\d)[ ().-]+(?=\d)/g

export function requestList<Request extends SubmittedRequest>(kind: Kind<Request>) {
  const { calls, read, facts } = kind
  const $all = remote(async () => (await read()).toSorted(byNeed))
  const $search = atom('')

  onMount($all, () => onLive('requests', $all.refresh))

  /** Requests of the search and the assignee, in every status. */
  const $matching = computed([$all, $search, $filters], (all, search, { assignee }) => {
    const wanted = fold(search).trim().split(/\s+/)
    return (all.data ?? []).filter(request => {
      if (assignee && (request.assignee?._id ?? NOBODY) !== assignee) return false
      // Digits of times would match too much.
      const texts = facts.flatMap(({ text, instant }) => (instant ? [] : fold(text(request))))
      const text = texts.join('\n')
      const closedUp = text.replaceAll(GAP_IN_NUMBER, '')
      return wanted.every(word => text.includes(word) || closedUp.includes(word))
    })
  })

  const $counts = computed(
    $matching,
    matching =>
      ({
        all: matching.length,
        ...Object.fromEntries(
          REQUEST_STATUSES.map(each => [each, matching.filter(({ status }) => status === each).length]),
        ),
      }) as Record<StatusFilter, number>,
  )

  const $found = computed([$matching, $filters], (matching, { status }) =>
    status === 'all' ? matching : matching.filter(request => request.status === status),
  )

  /** Falls back to the last page with rows when deletions or a search have emptied this one. */
  const $view = computed([$found, $filters], (found, filters) => {
    const pages = Math.max(1, Math.ceil(found.length / ROWS_PER_PAGE))
    const page = Math.min(filters.page, pages - 1)
    const from = page * ROWS_PER_PAGE
    return { rows: found.slice(from, from + ROWS_PER_PAGE), from, page, pages, total: found.length }
  })

  function search(text: string) {
    $search.set(text)
    openPage(0)
  }

  /** Updates the stage of a request. Its position doesn't change until the list is reloaded. */
  const restage = (id: string, stage: RequestStage) =>
    $all.change(all => all.map(request => (request._id === id ? { ...request, ...stage } : request)))

  async function bringBack(request: Request) {
    await withErrorToast('That couldn’t be restored. Reload the page to see where it is.', async () => {
      await calls.restore(request._id)
      $all.change(all => [...all.filter(({ _id }) => _id !== request._id), request].toSorted(byNeed))
    })
  }

  /** Deletes a request, with a toast to undo it. @returns true if it was deleted */
  async function remove(request: Request): Promise<boolean> {
    try {
      await calls.remove(request._id)
      $all.change(all => all.filter(({ _id }) => _id !== request._id))
      toastWithUndo('Request deleted.', () => bringBack(request))
      return true
    } catch (error) {
      // An ended session is reported once, for all calls, and leaves the list on the screen.
      if ($session.get().state !== 'in') return false
      toast('error', messageOf(error, 'That wasn’t deleted. Try again.'))
      // Another administrator may have deleted it first.
      void $all.reload()
      return false
    }
  }

  return { ...kind, $all, $search, $counts, $found, $view, search, restage, remove }
}
export type RequestList<Request extends SubmittedRequest> = ReturnType<typeof requestList<Request>>
