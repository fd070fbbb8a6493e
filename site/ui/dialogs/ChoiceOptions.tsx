import type { KeyboardEvent, ReactNode } from 'react'

type ChoiceOptionsProps = { legend: string; saving: boolean; onConnect: () => void; children: ReactNode }

/** The options of a `ChoiceModal`, as radio cards. Enter connects the chosen one. */
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
