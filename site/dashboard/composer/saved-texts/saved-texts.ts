import { UNDO_MS } from '#shared/timings.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { randomId } from '#site/lib/random-id.ts'
import { remote } from '#site/lib/remote.ts'
import { toast } from '#site/lib/toasts.ts'
import { withErrorToast } from '#site/lib/with-error-toast.ts'

/** A text to insert, with a name. */
export type SavedText = { _id: string; name: string; text: string }

type Calls<Item extends SavedText> = {
  /** The word for it in messages, such as “template”. */
  noun: string
  list: () => Promise<Item[]>
  /** Returns the validated input, or an error message. */
  check: (name: string, text: string) => Input | string
  put: (id: string, input: Input) => Promise<unknown>
  remove: (id: string) => Promise<unknown>
}
type Input = { name: string; text: string }

/** Creates the store of texts that are saved under ids of this browser, so that a deleted one can be saved again. */
export function savedTexts<Item extends SavedText>({ noun, list, check, put, remove: call }: Calls<Item>) {
  const $items = remote(list)
  const title = noun.charAt(0).toUpperCase() + noun.slice(1)

  /** @returns an error message, if any */
  async function save(name: string, text: string, id = randomId()): Promise<string | undefined> {
    const input = check(name, text)
    if (typeof input === 'string') return input
    try {
      await put(id, input)
      await $items.reload()
      return undefined
    } catch (error) {
      return messageOf(error, `This ${noun} wasn’t saved. Try again.`)
    }
  }

  /** Deletes a text, with a toast to undo it. */
  async function remove({ _id: id, name, text }: SavedText) {
    const isDeleted = await withErrorToast(`That ${noun} wasn’t deleted. Try again.`, () => call(id))
    // Reloads before the toast appears, because Tab reaches it from where the focus moves when the row disappears.
    await $items.reload()
    if (!isDeleted) return
    const bringBack = async () => {
      const wrong = await save(name, text, id)
      if (wrong) toast('error', wrong)
    }
    toast('success', `${title} deleted.`, {
      duration: UNDO_MS,
      action: { label: 'Undo', run: () => void bringBack() },
    })
  }

  return { $items, save, remove }
}
