import { TriangleAlert } from 'lucide-react'

import { messageLength } from '#shared/networks.ts'
import { CharacterCount } from '#site/ui/CharacterCount.tsx'
import { TextArea } from '#site/ui/Field.tsx'
import { CopyButton } from './CopyButton.tsx'

export type MessageBoxProps = {
  label: string
  value: string
  limit: number
  /** Takes no more than the limit. */
  hard?: boolean
  warnings: readonly string[]
  error: string | undefined
  onChange: (text: string) => void
}

/** `maxLength` counts UTF-16 units where networks count characters: an emoji may be two and more. */
const unitsWithin = (limit: number, text: string) => limit + text.length - messageLength(text)

export const MessageBox = ({ label, value, limit, hard, warnings, error, onChange }: MessageBoxProps) => (
  <div className="grid grid-cols-1 gap-1.5">
    <TextArea
      label={label}
      value={value}
      onChange={event => onChange(event.target.value)}
      maxLength={hard ? unitsWithin(limit, value) : undefined}
      rows={5}
      placeholder="What’s new at your place?"
      className="field-sizing-content max-h-[28rem] min-h-36 leading-relaxed"
      aside={
        <span className="-my-1 flex items-center gap-1">
          <CopyButton text={value} label={`Copy ${label.toLowerCase()}`} />
          <CharacterCount length={messageLength(value)} limit={limit} />
        </span>
      }
      error={error}
    />
    <div role="status" className="grid gap-1 empty:hidden">
      {warnings.map(warning => (
        <p key={warning} className="flex items-start gap-1.5 text-xs font-medium text-amber">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          {warning}
        </p>
      ))}
    </div>
  </div>
)
