import { atom } from 'nanostores'

import { fold } from '#shared/text/fold.ts'
import { $selectedDomain, $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { messageOf } from '#site/lib/api/error.ts'

export type Choice =
  | { step: 'closed' }
  | { step: 'open'; chosen?: string; message: string }
  | { step: 'saving'; chosen: string }

type ChoiceRules = {
  offered: () => readonly { id: string; name: string; isTaken: boolean }[]
  /** Returns a name that the business has on another network. */
  otherName?: () => string | undefined
  /** Message for a confirmation without a choice. */
  missing: string
  failed: string
  /** Returns true if the chosen account takes the place of another that was connected before. */
  replaces?: () => boolean
  /** Connects the account with the chosen id. `isOpen` returns false once the dialog was closed. */
  connect: (chosen: string, isOpen: () => boolean) => Promise<void>
}

/** Creates the store of a dialog that connects one of the accounts that a sign-in offers. */
export function choiceStore({
  offered,
  otherName = () => undefined,
  missing,
  failed,
  replaces = () => false,
  connect,
}: ChoiceRules) {
  const $choice = atom<Choice>({ step: 'closed' })
  const close = () => $choice.set({ step: 'closed' })
  $selectionVersion.listen(close)

  function namesakes() {
    const names = [$selectedDomain.get()?.businessName, otherName()].map((name = '') => fold(name))
    return offered().filter(({ name }) => names.includes(fold(name)))
  }

  /** Opens the dialog. Chooses the account with the business's name if a single free one has it. */
  function open() {
    const free = namesakes().filter(({ isTaken }) => !isTaken)
    const chosen = free.length === 1 ? free[0]?.id : undefined
    $choice.set({ step: 'open', ...(chosen && { chosen }), message: '' })
  }

  /** Connects an account, and shows a failure in the dialog. @returns true if it was connected */
  async function attempt(chosen: string, isCurrent: () => boolean): Promise<boolean> {
    try {
      await connect(chosen, isCurrent)
      return true
    } catch (error) {
      if (isCurrent()) $choice.set({ step: 'open', chosen, message: messageOf(error, failed) })
      return false
    }
  }

  return {
    $choice,
    open,
    close,

    /** Connects the only account with the business's name, unless it replaces another. Otherwise opens the dialog. */
    async connectNamesake(): Promise<boolean> {
      const [only, ...others] = namesakes()
      const version = $selectionVersion.get()
      if (only && !only.isTaken && others.length === 0 && !replaces())
        return attempt(only.id, () => $selectionVersion.get() === version)
      open()
      return false
    },
    choose: (chosen: string) => $choice.set({ step: 'open', chosen, message: '' }),

    async confirm(): Promise<boolean> {
      const choice = $choice.get()
      if (choice.step !== 'open') return false
      const { chosen } = choice
      if (!chosen) {
        $choice.set({ ...choice, message: missing })
        return false
      }
      const saving = { step: 'saving', chosen } as const
      const isOpen = () => $choice.get() === saving
      $choice.set(saving)
      const isConnected = await attempt(chosen, isOpen)
      if (isOpen()) close()
      return isConnected
    },
  }
}
