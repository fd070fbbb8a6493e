import { useStore } from '@nanostores/react'
import { TriangleAlert } from 'lucide-react'
import { type ChangeEvent, useState } from 'react'

import { messageLength, type NetworkId, networks as allNetworks } from '#shared/networks.ts'
import { tagLinks } from '#shared/posts/link-tags.ts'
import type { Box } from '#site/dashboard/composer/ai/boxes.ts'
import { $writing } from '#site/dashboard/composer/ai/writing.ts'
import { WritingBar } from '#site/dashboard/composer/ai/WritingBar.tsx'
import { formatNumber } from '#site/lib/format.ts'
import { CharacterCount } from '#site/ui/fields/CharacterCount.tsx'
import { Field } from '#site/ui/fields/Field.tsx'
import { CopyButton } from './CopyButton.tsx'
import { fitInput } from './fit-input.ts'
import { $linkTags } from './link-tags.ts'
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

/** A message with its tools below it. */
export function MessageBox({ box, label, value, networks, limit, hard, error, ...rest }: MessageBoxProps) {
  const isWriting = useStore($writing)?.box === box
  const tags = useStore($linkTags)
  const [cut, setCut] = useState(0)

  function onChange({ target }: ChangeEvent<HTMLTextAreaElement>) {
    // A text that was longer before, copied from the common message, may be shortened step by step.
    const most = hard ? Math.max(limit, messageLength(value)) : Infinity
    const fitted = fitInput(target.value, target.selectionEnd, most)
    if (fitted.cut > 0) {
      target.value = fitted.text
      target.setSelectionRange(fitted.caret, fitted.caret)
    }
    setCut(fitted.cut)
    rest.onChange(fitted.text)
  }

  // Tags of links count, for the networks whose limit is shown.
  const counted = networks.filter(network => allNetworks[network].maxChars === limit)
  const sentLength = Math.max(
    messageLength(value),
    ...counted.map(network => messageLength(tagLinks(value, network, tags))),
  )
  const warnings = cut > 0 ? [cutWarning(cut, limit, networks), ...rest.warnings] : rest.warnings
  return (
    <div className="grid grid-cols-1">
      <Field label={label} hideLabel error={error} errorClassName="px-4 pb-1">
        {control => (
          <textarea
            {...control}
            dir="auto"
            value={value}
            onChange={onChange}
            readOnly={isWriting}
            aria-busy={isWriting || undefined}
            rows={5}
            placeholder="What’s new at your place?"
            className="block field-sizing-content max-h-[40dvh] min-h-30 w-full resize-none rounded-field px-4 py-2 leading-relaxed
              outline-none -outline-offset-2 focus:outline-2 focus:outline-base-content lg:min-h-36"
          />
        )}
      </Field>
      <Warnings warnings={warnings} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 pb-2">
        <WritingBar box={box} label={label} text={value} />
        <div className="ms-auto flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
          <TagCount text={value} networks={networks} />
          <CopyButton text={value} label={`Copy ${label.toLowerCase()}`} />
          <CharacterCount length={sentLength} limit={limit} />
        </div>
      </div>
    </div>
  )
}

const Warnings = ({ warnings }: { warnings: readonly string[] }) => (
  <div role="status" className="grid gap-1 px-4 pb-2 empty:hidden">
    {warnings.map(warning => (
      <p key={warning} className="flex items-start gap-1.5 text-xs font-medium text-amber">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
        {warning}
      </p>
    ))}
  </div>
)

function cutWarning(cut: number, limit: number, [network]: readonly NetworkId[]): string {
  const name = network ? allNetworks[network].name : 'This network'
  const rest = cut === 1 ? 'The last character was' : `The last ${formatNumber(cut)} characters were`
  return `${name} takes ${formatNumber(limit)} characters. ${rest} left out.`
}
