import { useStore } from '@nanostores/react'
import { createContext, type ReactNode, type KeyboardEvent, useContext } from 'react'

import { Button } from '#site/ui/Button.tsx'
import { ActionModal } from '#site/ui/dialogs/ActionModal.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { FormMessage } from '#site/ui/fields/Field.tsx'
import type { choiceStore } from './choice-store.ts'

type ConnectChoiceProps = {
  store: ReturnType<typeof choiceStore>
  title: string
  connectLabel: string
  intro: ReactNode
  onConnected?: (() => unknown) | undefined
  /** True in the first steps, where pressing an option connects it. */
  direct: boolean
  children: ReactNode
  note?: ReactNode
}

export type ChoiceProps = Pick<Partial<ConnectChoiceProps>, 'onConnected' | 'direct'>

type Choosing = {
  chosen: string | undefined
  saving: boolean
  direct: boolean
  choose: (id: string) => void
  onConnect: () => unknown
}

const Choosing = createContext<Choosing | undefined>(undefined)
const useChoosing = () => useContext(Choosing)!

export function ConnectChoice({
  store: { $choice, choose, confirm, close },
  title,
  connectLabel,
  intro,
  onConnected,
  direct,
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
  const content = (
    <div className="grid gap-4">
      <p className="text-sm">{intro}</p>
      <Choosing value={{ chosen, saving, direct, choose, onConnect }}>{children}</Choosing>
      <FormMessage message={step === 'open' ? choice.message : ''} />
      {note}
    </div>
  )
  if (direct)
    return (
      <Modal
        title={title}
        locked={saving}
        onClose={close}
        actions={
          <Button disabled={saving} onClick={close}>
            Not now
          </Button>
        }
      >
        {content}
      </Modal>
    )
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
      {content}
    </ActionModal>
  )
}

/** The options of a `ConnectChoice`, as radio cards. Enter connects the chosen one. */
export function ChoiceOptions({ legend, children }: { legend: string; children: ReactNode }) {
  const { saving, direct, onConnect } = useChoosing()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !direct) onConnect()
  }
  return (
    <fieldset
      className="-mx-1 grid max-h-80 gap-2 overflow-y-auto p-1"
      disabled={saving}
      onKeyDown={onKeyDown}
    >
      <legend className="sr-only">{legend}</legend>
      {children}
    </fieldset>
  )
}

const CARD = 'flex items-center gap-3 rounded-field border border-base-300 px-3.5 py-2.5 text-start'

export function ChoiceCard({
  id,
  disabled,
  children,
}: {
  id: string
  disabled: boolean
  children: ReactNode
}) {
  const { chosen, saving, direct, choose, onConnect } = useChoosing()
  return direct ? (
    <button
      type="button"
      data-autofocus={disabled ? undefined : ''}
      disabled={disabled}
      className={`${CARD} enabled:cursor-pointer enabled:hover:bg-base-200 disabled:border-dashed disabled:text-soft`}
      onClick={() => {
        choose(id)
        onConnect()
      }}
    >
      {children}
      {!disabled && (
        <span className="ms-auto shrink-0 text-sm font-semibold">
          {saving && chosen === id ? 'Connecting…' : 'Connect'}
        </span>
      )}
    </button>
  ) : (
    <label
      className={`${CARD} cursor-pointer hover:bg-base-200 has-checked:border-base-content has-checked:bg-secondary has-checked:text-secondary-content
        has-disabled:cursor-not-allowed has-disabled:border-dashed has-disabled:text-soft`}
    >
      <input
        type="radio"
        name="choice"
        value={id}
        checked={chosen === id}
        disabled={disabled}
        onChange={() => choose(id)}
        className="radio radio-sm border-edge bg-raised"
      />
      {children}
    </label>
  )
}
