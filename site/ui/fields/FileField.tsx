import { type ChangeEvent, type DragEvent, type ReactNode, type Ref, useId, useState } from 'react'

import { DropLabel } from './DropLabel.tsx'
import { FieldError } from './Field.tsx'

/** Returns true while a file is dragged over an element, and the element's props. */
export function useFileDrop(onFile: (file: File) => void) {
  const [over, setOver] = useState(false)
  function onDrag(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(event.type === 'dragover')
    const [file] = event.type === 'drop' ? event.dataTransfer.files : []
    if (file) onFile(file)
  }
  return [over, { onDragOver: onDrag, onDragLeave: () => setOver(false), onDrop: onDrag }] as const
}

type FileFieldProps = {
  ref?: Ref<HTMLInputElement>
  /** Accessible name of the input. */
  label: string
  accept: string
  icon: ReactNode
  title: ReactNode
  hint: string
  error: string | undefined
  over?: boolean
  className: string
  onFile: (file: File) => void
}

/** Chooses a file. `over` highlights it while a file is dragged over its surroundings. */
export function FileField(props: FileFieldProps) {
  const { ref, label, accept, icon, title, hint, error, over = false, className, onFile } = props
  const id = useId()
  function onChange({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (file) onFile(file)
    // Choosing the same file again is a change, too.
    target.value = ''
  }
  return (
    <div className="grid gap-1.5">
      <DropLabel over={over} invalid={Boolean(error)} className={className}>
        {icon}
        <span className="grid gap-0.5">
          <span role="status" className="text-sm font-semibold">
            {title}
          </span>
          <span id={`${id}-hint`} className="text-xs text-soft">
            {hint}
          </span>
        </span>
        <input
          ref={ref}
          type="file"
          accept={accept}
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          className="sr-only"
          onChange={onChange}
        />
      </DropLabel>
      <div role="alert">{error && <FieldError id={`${id}-error`} message={error} />}</div>
    </div>
  )
}
