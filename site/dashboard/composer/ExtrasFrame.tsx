import { Trash2 } from 'lucide-react'
import { type ReactNode, type RefCallback, useState } from 'react'

import { type NetworkId, networks } from '#shared/networks.ts'
import { Button } from '#site/ui/Button.tsx'
import { TextField, type TextFieldProps } from '#site/ui/fields/Field.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'

export type ExtrasInputProps = { network: NetworkId; focusOnMount: boolean; onRemove: () => void }

type ExtrasFrameProps = Omit<ExtrasInputProps, 'network'> & {
  /** The network that gets the extras; absent for a story's, which are chosen for several. */
  network?: NetworkId
  children: ReactNode
}

/** The fields of extras, with a button that removes them. */
export const ExtrasFrame = ({ network, focusOnMount, onRemove, children }: ExtrasFrameProps) => (
  <fieldset
    ref={focusOnMount ? focusFirstField : undefined}
    className="grid min-w-0 grow basis-full grid-cols-1 gap-3 rounded-box border border-base-300 bg-raised p-4"
  >
    <legend className="sr-only">{network ? `On ${networks[network].name}` : 'Story'}</legend>
    <div className="flex items-center justify-between gap-2">
      <p aria-hidden="true" className="flex items-center gap-2 text-sm font-semibold">
        {network && <NetworkMark network={network} decorative className="size-4" />}
        {network ? `On ${networks[network].shortName}` : 'Story'}
      </p>
      <Button small variant="quiet" onClick={onRemove} icon={<Trash2 />}>
        Remove
      </Button>
    </div>
    {children}
  </fieldset>
)

type NamesFieldProps = Omit<TextFieldProps, 'value' | 'onChange'> & {
  names: readonly string[]
  /** Reads the names in a text. */
  parse: (text: string) => string[]
  onNames: (names: string[]) => void
}

/** A field for several names. Keeps the commas and spaces that are typed between them. */
export function NamesField({ names, parse, onNames, ...field }: NamesFieldProps) {
  const [typed, setTyped] = useState('')
  return (
    <TextField
      {...field}
      value={parse(typed).join() === names.join() ? typed : names.join(', ')}
      onChange={({ target: { value } }) => {
        setTyped(value)
        onNames(parse(value))
      }}
    />
  )
}

/** Focuses the first field, or the chosen one of its buttons. */
export const focusFirstField: RefCallback<HTMLElement> = element =>
  element?.querySelector<HTMLElement>('input, textarea, button[aria-pressed=true]')?.focus()

type AdditionProps = {
  label: string
  icon: ReactNode
  /** True if the post has this part already. */
  isPresent: boolean
  onAdd?: () => void
  /** `isAdding` is true after a press of the button, to which `close` returns. */
  children: (isAdding: boolean, close: () => void) => ReactNode
}

/** A button that adds a part to the post, or the fields of that part. */
export function Addition({ label, icon, isPresent, onAdd, children }: AdditionProps) {
  const [isAdding, setIsAdding] = useState(false)
  if (isAdding || isPresent) return children(isAdding, () => setIsAdding(false))
  function add() {
    setIsAdding(true)
    onAdd?.()
  }
  return (
    <Button small variant="quiet" className="-ms-1" onClick={add} icon={icon}>
      {label}
    </Button>
  )
}
