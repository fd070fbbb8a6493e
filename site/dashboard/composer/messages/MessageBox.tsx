import { useStore } from '@nanostores/react'
import { TriangleAlert } from 'lucide-react'

import { messageLength, type NetworkId } from '#shared/networks.ts'
import type { Box } from '#site/dashboard/composer/ai/boxes.ts'
import { $writing } from '#site/dashboard/composer/ai/writing.ts'
import { WritingBar } from '#site/dashboard/composer/ai/WritingBar.tsx'
import { CharacterCount } from '#site/ui/fields/CharacterCount.tsx'
import { TextArea } from '#site/ui/fields/Field.tsx'
import { CopyButton } from './CopyButton.tsx'
import { TagCount } from './TagCount.tsx'

export type MessageBoxProps = {
  box: Box
  label: string
  value: string
  /** Networks that it is for. */
  networks: readonly NetworkId[]
  limit: number
  /** Enforces the limit. */
  hard?: boolean
  warnings: readonly string[]
  error: string | undefined
  onChange: (text: string) => void
}

/** `maxLength` counts UTF-16 units, but networks count characters: an emoji may be two or more units. */
const unitsWithin = (limit: number, text: string) => limit + text.length - messageLength(text)

export function MessageBox({
  box,
  label,
  value,
  networks,
  limit,
  hard,
  warnings,
  error,
  onChange,
}: MessageBoxProps) {
  const isWriting = useStore($writing)?.box === box
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <TextArea
        label={label}
        value={value}
        onChange={event => onChange(event.target.value)}
        maxLength={hard ? unitsWithin(limit, value) : undefined}
        readOnly={isWriting}
        aria-busy={isWriting || undefined}
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
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <WritingBar box={box} label={label} text={value} />
        <TagCount text={value} networks={networks} />
      </div>
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
}
