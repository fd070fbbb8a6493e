import { atom, computed, map } from 'nanostores'

import { formatList } from '#shared/format-list.ts'
import { namesWhere } from '#shared/networks.ts'
import {
  CONFIRMED_WARNINGS,
  type CorrectRow,
  type Import,
  type ImportReading,
  type ImportRow,
  type ImportSettings,
} from '#shared/posts/imports.ts'
import { POST_MESSAGES } from '#shared/posts/posts.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { $freeTimes } from '#site/dashboard/shared/quick-times/times.ts'
import { $router, openPage } from '#site/dashboard/shared/router.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { upload } from '#site/lib/api/upload.ts'
import { timeZone } from '#site/lib/format.ts'
import { remote, until, whileShown } from '#site/lib/remote.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'
import { clockIn, instantIn } from '#site/lib/wall-clock.ts'

const PATH = '/dashboard/import'
const POLL_MS = 1000
const FAILED = 'That didn’t work. Please try again.'

/** The import in the URL, so that a reload shows it again. */
export const $importId = computed($router, page =>
  page?.route === 'importPosts' ? page.search.import : undefined,
)

export const $recent = remote(() => dataOf(api.imports.$get()))

/** The import on screen; null while a file is to be chosen. */
export const $import = remote(async (): Promise<Import | null> => {
  const id = $importId.get()
  return id ? await dataOf(api.imports[':id'].$get({ param: { id } })) : null
})

export const $rows = remote(async (): Promise<ImportRow[]> => {
  const id = $importId.get()
  return id ? await dataOf(api.imports[':id'].rows.$get({ param: { id } })) : []
})

/** End of labels with 'as text': networks that need a picture don't get the post. */
export const EXCEPT_WITH_PICTURES = `, except on ${formatList(namesWhere(({ needsMedia }) => needsMedia))}`

export const $withoutPicture = computed([$import, $rows], (shown, rows) => {
  if (!shown.data || shown.data.settings.textOnly) return 0
  const isWithout = ({ problems }: ImportRow) =>
    problems.some(({ message }) => message === POST_MESSAGES.noMedia)
  return (rows.data ?? []).filter(isWithout).length
})

/** Columns that change what a time means. */
const TIME_FIELDS = ['timeZone', 'minute', 'halfDay'] as const

/** Finds the free slot for a row that lacks a time: the first from its day on that no other row takes. */
export const $slotFor = computed([$import, $rows, $freeTimes], (shown, rows, { data: free }) => {
  const taken = new Set(rows.data?.map(({ post }) => post && Date.parse(post.publishAt)))
  return ({ problems, cells }: ImportRow): Date | undefined => {
    const day = problems.find(problem => problem.day)?.day
    if (!day || !shown.data || !free || free === 'unset') return undefined
    const { columns, timeZone } = shown.data.settings
    if (TIME_FIELDS.some(field => cells[columns.indexOf(field)])) return undefined
    const from = instantIn(timeZone, { day, minutes: 0 })
    return free.find(at => at >= from && at > new Date() && !taken.has(+at))
  }
})

/** Names of files in the rows that the library lacks. A plan may spell one in several ways. */
export const $missingFiles = computed($rows, ({ data = [] }) => {
  const names = data.flatMap(({ problems }) => problems.flatMap(({ file }) => file ?? []))
  return [...new Map(names.map(name => [name.toLowerCase(), name])).values()]
})

/** Number of ready rows that somebody should look at before they are imported. */
export const $doubtful = computed($rows, ({ data = [] }) => data.filter(isDoubtful).length)

export const isDoubtful = ({ state, problems }: ImportRow) =>
  state === 'ready' && problems.some(({ message }) => CONFIRMED_WARNINGS.includes(message))

/** Choices for changed rows by line. Posts of other rows stay as they are. */
export const $choices = map<Record<number, 'apply' | 'add'>>({})

$importId.listen(() => $choices.set({}))

export function choose(line: number, choice: string): void {
  const { [line]: _, ...others } = $choices.get()
  $choices.set(choice === 'apply' || choice === 'add' ? { ...others, [line]: choice } : others)
}

/** True during an action. Another one waits for it or is ignored. */
export const $isBusy = atom(false)

export const $uploadError = atom<string | undefined>()

whileShown($import, () => {
  const timer = setInterval(() => $import.get().data?.state === 'running' && $import.refresh(), POLL_MS)
  return [
    $importId.listen(() => {
      $import.resetAndRefetch()
      $rows.resetAndRefetch()
    }),
    $import.listen((now, before) => {
      if (before?.data?.state === 'running' && now.data && now.data.state !== 'running') void $rows.reload()
    }),
    () => clearInterval(timer),
  ]
})

$selectionVersion.listen(() => {
  $recent.resetAndRefetch()
  if ($importId.get()) openPage(PATH)
})

export const openImport = (id?: string) => openPage(id ? `${PATH}?import=${encodeURIComponent(id)}` : PATH)

/** The file of the import on screen, which a reload of the page forgets. */
const $file = atom<{ importId: string; file: File } | undefined>()

/** True if the file can be read in another way without choosing it again. */
export const $canReadAgain = computed(
  [$file, $importId],
  (file, id) => file !== undefined && file.importId === id,
)

export async function uploadSpreadsheet(file: File, reading: ImportReading = {}): Promise<void> {
  $uploadError.set(undefined)
  await acting(async () => {
    const form = new FormData()
    form.append('timeZone', timeZone())
    for (const [name, value] of Object.entries(reading)) if (value) form.append(name, value)
    form.append('file', file, file.name)
    try {
      const { data } = await upload<{ data: Import }>('/api/imports', form)
      $file.set({ importId: data._id, file })
      openImport(data._id)
    } catch (error) {
      $uploadError.set(messageOf(error, FAILED))
    }
  })
}

/** Reads the file on screen in another way, and removes the former import. */
export async function readAgain(reading: ImportReading): Promise<void> {
  const known = $file.get()
  const former = $importId.get()
  if (!known || known.importId !== former) return
  await uploadSpreadsheet(known.file, reading)
  if ($importId.get() === former) return
  await withErrorToast(FAILED, async () => {
    await api.imports[':id'].$delete({ param: { id: former } })
  })
}

/** Changes settings. Waits for other actions, because a request contains all settings, which they may change. */
export async function saveSettings(part: Partial<ImportSettings>): Promise<boolean> {
  const importId = $importId.get()
  while ($isBusy.get()) await until($isBusy, isBusy => !isBusy)
  const { _id, settings } = $import.get().data ?? {}
  if (!settings || _id !== importId) return false
  const json = { ...settings, ...part }
  return change(id => api.imports[':id'].settings.$put({ param: { id }, json }))
}

/** Returns the whole cells of a row; undefined after a failure, which is shown. */
export async function readCells(line: number): Promise<string[] | undefined> {
  const id = $importId.get()
  let cells: string[] | undefined
  await withErrorToast(FAILED, async () => {
    if (id) cells = await dataOf(api.imports[':id'].rows[':line'].$get({ param: { id, line: String(line) } }))
  })
  return cells
}

/** Returns true if the row has no errors any more. */
export async function correctRow(line: number, correction: CorrectRow): Promise<boolean> {
  const isDone = await change(id =>
    api.imports[':id'].rows[':line'].$put({ param: { id, line: String(line) }, json: correction }),
  )
  const row = $rows.get().data?.find(each => each.line === line)
  return isDone && row?.state !== 'error'
}

/** Writes the time of a free slot into a row, and its day, which may be a later one. */
export function takeSlot(line: number, at: Date): Promise<boolean> {
  const { columns = [], timeZone = 'UTC' } = $import.get().data?.settings ?? {}
  const { day, minutes } = clockIn(timeZone, at)
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0'))
  const time = `${hour}:${minute}`
  const [date, clock] = [columns.indexOf('date'), columns.indexOf('time')]
  const ofDate = { column: date, text: clock < 0 ? `${day} ${time}` : day }
  return correctRow(line, { cells: clock < 0 ? [ofDate] : [ofDate, { column: clock, text: time }] })
}

/** @param choice lines of changed rows that change their post, and of those that become new posts */
export async function startImport(
  goodRowsOnly: boolean,
  choice: { apply: number[]; add: number[] } = { apply: [], add: [] },
): Promise<boolean> {
  const json = { goodRowsOnly, ...choice }
  const isStarted = await change(id => api.imports[':id'].start.$post({ param: { id }, json }))
  // The rows may wait for a choice again, after an undo.
  if (isStarted) $choices.set({})
  return isStarted
}

/** Cancels the posts that the import on screen has added, and restores those that it changed, as far as that is possible. */
export async function undoImport(): Promise<boolean> {
  const isDone = await change(id => api.imports[':id'].undo.$post({ param: { id } }))
  const { updated = 0 } = $import.get().data?.counts ?? {}
  if (isDone && updated > 0)
    toast(
      'info',
      updated === 1
        ? 'One post keeps its new content. Its row says why.'
        : `${updated} posts keep their new content. Their rows say why.`,
    )
  return isDone
}

export const stopImport = () => change(id => api.imports[':id'].stop.$post({ param: { id } }))

/** Deletes the import on screen. Its posts stay. */
export async function deleteImport(): Promise<void> {
  const id = $importId.get()
  if (!id) return
  await acting(async () => {
    await withErrorToast(FAILED, async () => {
      await api.imports[':id'].$delete({ param: { id } })
      openImport()
      void $recent.reload()
    })
  })
}

type ImportResponse = { json(): Promise<{ data: Import }> }

async function change(call: (id: string) => Promise<ImportResponse>): Promise<boolean> {
  const id = $importId.get()
  if (!id) return false
  let isDone = false
  await acting(async () => {
    isDone = await withErrorToast(FAILED, async () => {
      $import.set({ state: 'ready', data: await dataOf(call(id)) })
      await $rows.reload()
    })
    if (!isDone) await $import.reload()
  })
  return isDone
}

async function acting(run: () => Promise<void>): Promise<void> {
  if ($isBusy.get()) return
  $isBusy.set(true)
  try {
    await run()
  } finally {
    $isBusy.set(false)
  }
}
