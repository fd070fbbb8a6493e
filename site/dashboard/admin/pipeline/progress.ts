import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'

import {
  type ChangeRequest,
  CreateClient,
  NoteOnRequest,
  ReplyToRequest,
  type RequestStage,
  type Colleague,
} from '#shared/requests/pipeline.ts'
import type { RequestCalls, Progress } from '#site/dashboard/admin/requests/request-list.ts'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { addSuggestedTimesTo } from '#site/dashboard/shared/posting-times.ts'
import { checkForm, formStore, schemaForm } from '#site/forms/form-store.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { ApiError, messageOf } from '#site/lib/api/error.ts'
import { timeZone } from '#site/lib/format.ts'
import { onLive } from '#site/lib/live/live.ts'
import { remote, whileShown } from '#site/lib/remote.ts'
import { toast, toastWithUndo } from '#site/lib/toasts.ts'

const $administrators = remote(() => dataOf(api.admin.requests.administrators.$get()))

/** Returns the administrators for a select, the user first. The list is empty while it loads. */
export function useColleagues(): readonly (Colleague & { label: string })[] {
  const { data: all = [] } = useStore($administrators)
  const myId = useStore($me).data?._id
  return all
    .map(person => ({ ...person, label: person._id === myId ? `${person.fullname} (you)` : person.fullname }))
    .toSorted((a, b) => Number(b._id === myId) - Number(a._id === myId))
}

/** Interval between polls for the state of a reply that is being sent. */
const MAIL_CHECK_MS = 2000

type Change = Pick<ChangeRequest, 'status' | 'assigneeId'>

/**
 * Creates the stores of an open request: its history, its stage, a note and a reply. If a colleague has changed the request
 * meanwhile, the api rejects a change, and the current values are shown. A reply keeps its text.
 * @param onStage called with each stage that the api returns
 */
export function requestProgress(
  calls: RequestCalls,
  request: RequestStage & { _id: string },
  onStage: (stage: RequestStage) => void,
) {
  const id = request._id
  const $stage = atom(stageOf(request))
  const $progress = remote(async () => updateStage(await calls.read(id)))
  const $changing = atom<Change | undefined>(undefined)
  /** The history at the start of the reply, and the version that its sender has seen since. */
  const $replyingTo = atom<Progress | undefined>(undefined)

  function updateStage(progress: Progress): Progress {
    $stage.set(stageOf(progress))
    onStage($stage.get())
    return progress
  }
  const put = (progress: Progress) => $progress.set({ state: 'ready', data: updateStage(progress) })

  /** After a conflict, shows the current values. @returns them; undefined for another error */
  function putCurrent(error: unknown): Progress | undefined {
    if (!(error instanceof ApiError) || error.code !== 'conflict') return undefined
    const current = error.current as Progress
    put(current)
    return current
  }

  whileShown($progress, () => {
    let timer: ReturnType<typeof setTimeout> | undefined
    return [
      onLive('requests', $progress.refresh),
      $progress.listen(progress => {
        clearTimeout(timer)
        if (progress.data?.history.some(isOnItsWay)) timer = setTimeout($progress.refresh, MAIL_CHECK_MS)
      }),
      () => clearTimeout(timer),
    ]
  })

  async function change(wanted: Change): Promise<void> {
    if ($changing.get()) return
    $changing.set(wanted)
    try {
      put(await calls.change(id, { version: $stage.get().version, ...wanted }))
    } catch (error) {
      putCurrent(error)
      toast('error', messageOf(error, 'That wasn’t saved. Try again.'))
    } finally {
      $changing.set(undefined)
    }
  }

  const note = schemaForm(NoteOnRequest, {
    send: async (value, options) => put(await calls.note(id, value, options)),
    failed: 'Your note wasn’t saved. Try again.',
    savedAs: `note on ${id}`,
  })

  const reply = formStore({
    check: (values: Record<string, string>) =>
      checkForm(ReplyToRequest, { ...values, version: $replyingTo.get()?.version ?? 0 }),
    async send(value, options) {
      try {
        put(await calls.reply(id, value, options))
      } catch (error) {
        const current = putCurrent(error)
        // The form now shows the colleague's entry, so the next press may send.
        if (current) $replyingTo.set({ ...current, history: $replyingTo.get()?.history ?? [] })
        throw error
      }
    },
    failed: 'Your reply wasn’t sent. Try again.',
    savedAs: `reply to ${id}`,
  })

  const newClient = formStore({
    check: (values: Record<string, string>) =>
      checkForm(CreateClient, { ...values, timeZone: timeZone(), version: $stage.get().version }),
    async send(value) {
      const { status } = $stage.get()
      try {
        const created = await calls.createClient(id, value)
        put(created)
        if (created.client) void addSuggestedTimesTo(created.client._id)
      } catch (error) {
        putCurrent(error)
        throw error
      }
      toastWithUndo(`${value.businessName} is a client now.`, () => undoClient(status))
      void $domains.reload()
    },
    failed: 'The client wasn’t created. Try again.',
    savedAs: `client of ${id}`,
  })

  async function undoClient(status: RequestStage['status']): Promise<void> {
    try {
      put(await calls.undoClient(id, { version: $stage.get().version, status }))
      void $domains.reload()
    } catch (error) {
      putCurrent(error)
      toast('error', messageOf(error, 'The client is still there. Delete the business in its settings.'))
    }
  }

  /** Begins a reply based on the shown history: a colleague's later entry must be seen before the reply is sent. */
  const beginReply = () => $replyingTo.set({ ...$stage.get(), history: $progress.get().data?.history ?? [] })

  return { $stage, $progress, $changing, $replyingTo, change, note, reply, newClient, beginReply }
}
export type RequestProgress = ReturnType<typeof requestProgress>

const stageOf = ({ status, assignee, client, version }: RequestStage) => ({
  status,
  assignee,
  client,
  version,
})

const isOnItsWay = (event: Progress['history'][number]) => event.kind === 'reply' && event.mail === 'waiting'
