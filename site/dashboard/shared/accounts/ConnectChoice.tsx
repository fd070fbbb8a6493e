import { useStore } from '@nanostores/react'
import type { ReactNode, KeyboardEvent } from 'react'

import { ActionModal } from '#site/ui/dialogs/ActionModal.tsx'
import { FormMessage } from '#site/ui/fields/Field.tsx'
import type { choiceStore } from './choice-store.ts'

type ConnectChoiceProps = {
  store: ReturnType<typeof choiceStore>
  title: string
  connectLabel: string
  intro: ReactNode
  /** Called once the chosen one is connected. */
  onConnected?: (() => unknown) | undefined
  /** Renders the options, of which `chosen` is one. Enter in them calls `onConnect`. */
  children: (options: { chosen: string | undefined; saving: boolean; onConnect: () => unknown }) => ReactNode
  note?: ReactNode
}

/** Connects one of the accounts that a sign-in offers. */
export function ConnectChoice({
  store: { $choice, confirm, close },
  title,
  connectLabel,
  intro,
  onConnected,
  children,
  note,
}: ConnectChoiceProps) {
  const choice = useStore($choice)
  if (choice.step === 'closed') return null
  const { step, chosen } = choice
  const saving = step === 'saving'
  async function onConnect() {
    if (await confirm()) onConnected?.()
  }
  return (
    <ActionModal
      title={title}
      cancelLabel="Not now"
      label={connectLabel}
      busyLabel="Connecting"
      busy={saving}
      disabled={chosen === undefined}
      onAction={onConnect}
      onClose={close}
    >
      <div className="grid gap-4">
        <p className="text-sm">{intro}</p>
        {children({ chosen, saving, onConnect })}
        <FormMessage message={step === 'open' ? choice.message : ''} />
        {note}
      </div>
    </ActionModal>
  )
}

type ChoiceOptionsProps = { legend: string; saving: boolean; onConnect: () => unknown; children: ReactNode }

/** The options of a `ConnectChoice`, as radio cards. Enter connects the chosen one. */
export function ChoiceOptions({ legend, saving, onConnect, children }: ChoiceOptionsProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onConnect()
  }
  return (
    <fieldset className="grid max-h-80 gap-2 overflow-y-auto p-0.5" disabled={saving} onKeyDown={onKeyDown}>
      <legend className="sr-only">{legend}</legend>
      {children}
    </fieldset>
  )
}

type RadioCardProps = {
  name: string
  value: string
  chosen: boolean
  disabled: boolean
  onChoose: () => void
  children: ReactNode
}

export const RadioCard = ({ name, value, chosen, disabled, onChoose, children }: RadioCardProps) => (
  <label
    className="flex cursor-pointer items-center gap-3 rounded-field border border-base-300 px-3.5 py-2.5 hover:bg-base-200
      has-checked:border-base-content has-checked:bg-secondary has-checked:text-secondary-content has-disabled:cursor-not-allowed has-disabled:border-dashed
      has-disabled:text-soft"
  >
    <input
      type="radio"
      name={name}
      value={value}
      checked={chosen}
      disabled={disabled}
      onChange={onChoose}
      className="radio radio-sm border-edge bg-raised"
    />
    {children}
  </label>
)
