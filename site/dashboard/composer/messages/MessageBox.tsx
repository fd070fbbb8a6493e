import { useStore } from '@nanostores/react'
import { Braces, Check, Copy, Hash, type LucideIcon, Smile, Sparkles, Square, Undo2 } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useRef, useState, useEffect, useLayoutEffect } from 'react'

import { type NetworkId, networks as allNetworks } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import {
  countTags,
  tagLimit,
  lengthProblem,
  phoneProblem,
  tagProblem,
  CAPTION_CHANGES,
  CAPTION_MESSAGES,
  type CaptionChange,
  strictestLength,
} from '#shared/posts/captions.ts'
import { fieldProblem, textFor, type TextRules } from '#shared/posts/fields.ts'
import { graphemePrefix } from '#shared/text/graphemes.ts'
import { messageLength } from '#shared/text/lengths.ts'
import { COPY_TICK_MS } from '#shared/timings.ts'
import {
  type MessageField,
  $writing,
  $aiTexts,
  isByAi,
  $announcements,
  stopWriting,
  undoWriting,
  writeInto,
  $aiSteps,
  lastStep,
} from '#site/dashboard/composer/ai/writing.ts'
import { $sending } from '#site/dashboard/composer/send/sending.ts'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { $hasAi } from '#site/dashboard/shared/has-ai.ts'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { formatNumber } from '#site/lib/format.ts'
import { withErrorToast } from '#site/lib/toasts.ts'
import { Button } from '#site/ui/Button.tsx'
import { CharacterCount } from '#site/ui/fields/CharacterCount.tsx'
import { Field } from '#site/ui/fields/Field.tsx'
import { FieldWarning } from '#site/ui/fields/FieldWarning.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { Popover } from '#site/ui/popovers/Popover.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'
import { $textRules } from './shown-network.ts'

/**
 * Cuts the input before the caret so that the text has at most `limit` characters, without splitting an emoji.
 * @param caret position in UTF-16 units
 * @param lengthOf counts as the network does
 */
export function fitInput(text: string, caret: number, limit: number, lengthOf = messageLength) {
  const after = text.slice(caret)
  let kept = text.slice(0, caret)
  for (let over = lengthOf(text) - limit; over > 0 && kept !== ''; over = lengthOf(kept + after) - limit)
    kept = graphemePrefix(kept, Math.max(0, kept.length - over))
  return { text: kept + after, caret: kept.length, cut: caret - kept.length }
}

/** Returns an inserted text with spaces to its neighbours, or as a paragraph at the end. */
export function insertWord(before: string, text: string, after: string): string {
  const isEnd = after.trim() === ''
  const start = before.trim() === '' || /\s$/.test(before) ? '' : isEnd ? '\n\n' : ' '
  return `${start}${text}${after === '' || /^\s/.test(after) ? '' : ' '}`
}

export const NoText = () => (
  <p className="px-4 py-3 text-sm text-soft">A story is published without a text.</p>
)

/** Returns the reasons for which the network would reject a message. `prefix` names the network of a length. */
export function messageWarnings(network: NetworkId, text: string, rules: TextRules, prefix = ''): string[] {
  const message = textFor(text, network, rules)
  const length = lengthProblem(network, message)
  return [
    length && `${prefix}${length}`,
    tagProblem(network, message),
    phoneProblem(network, message),
    fieldProblem(message),
  ].filter(warning => warning !== undefined)
}

type MessageBoxProps = {
  field: MessageField
  label: string
  value: string
  networks: readonly NetworkId[]
  limit: number
  /** Cuts input beyond the limit. */
  enforcesLimit?: boolean
  warnings: readonly string[]
  error: string | undefined
  onChange: (text: string) => void
}

export function MessageBox({
  field,
  label,
  value,
  networks,
  limit,
  enforcesLimit,
  error,
  ...rest
}: MessageBoxProps) {
  const isWriting = useStore($writing)?.field === field
  const isSending = useStore($sending).state === 'checking'
  const rules = useStore($textRules)
  const hasAi = useStore($hasAi).data
  const hasFields = (useStore($domains).data?.length ?? 0) > 1
  const [cut, setCut] = useState(0)
  const area = useRef<HTMLTextAreaElement>(null)
  /** The author's last selection. */
  const caret = useRef<{ start: number; end: number }>(undefined)

  function accept(text: string, end: number) {
    // A text that is too long, such as the common message, may be shortened step by step.
    const lengthOf = (each: string) => strictestLength(networks, each)
    const maxLength = enforcesLimit ? Math.max(limit, lengthOf(value)) : Infinity
    const fitted = fitInput(text, end, maxLength, lengthOf)
    setCut(fitted.cut)
    rest.onChange(fitted.text)
    return fitted
  }

  function onChange({ target }: ChangeEvent<HTMLTextAreaElement>) {
    const fitted = accept(target.value, target.selectionEnd)
    if (fitted.cut === 0) return
    target.value = fitted.text
    target.setSelectionRange(fitted.caret, fitted.caret)
  }

  /** Inserts a text at the author's cursor, or at the end. */
  function insert(text: string, isWord: boolean) {
    const { start, end } = caret.current ?? { start: value.length, end: value.length }
    const [before, after] = [value.slice(0, start), value.slice(end)]
    const inserted = isWord ? insertWord(before, text, after) : text
    const fitted = accept(before + inserted + after, start + inserted.length)
    caret.current = { start: fitted.caret, end: fitted.caret }
    requestAnimationFrame(() => area.current?.setSelectionRange(fitted.caret, fitted.caret))
  }

  // Counts the text as networks get it, with the business's fields and link tags.
  const sentLength = strictestLength(networks, value, network => textFor(value, network, rules))
  const others = rest.warnings.filter(warning => !error?.includes(warning))
  const warnings = cut > 0 ? [cutWarning(cut, limit, networks), ...others] : others
  return (
    <div className="grid grid-cols-1">
      <Field label={label} hideLabel error={error} errorClassName="px-4 pb-1">
        {control => (
          <textarea
            {...control}
            ref={area}
            onSelect={({ currentTarget: { selectionStart, selectionEnd } }) => {
              caret.current = { start: selectionStart, end: selectionEnd }
            }}
            dir="auto"
            value={value}
            onChange={onChange}
            // Text that is typed while the post is sent would be lost.
            readOnly={isWriting || isSending}
            aria-busy={isWriting || undefined}
            rows={5}
            placeholder={`What’s new at your place?${hasAi ? ' A few words are enough for AI.' : ''}`}
            className="block field-sizing-content max-h-[40dvh] min-h-30 w-full resize-none max-sm:scroll-mb-14 rounded-field px-4 py-2 leading-relaxed
              -outline-offset-2 lg:@xl:min-h-[clamp(10rem,100dvh-var(--form-top,7rem)-33.5rem,17rem)]"
          />
        )}
      </Field>
      <Warnings warnings={warnings} />
      {networks.some(network => allNetworks[network].takesMarkdown) && (
        <FormatBar networks={networks} text={value} />
      )}
      {/* On a phone, the tools stay above the send bar. */}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-field bg-raised px-3 pt-1 pb-2 max-sm:[@media(min-height:25rem)]:sticky max-sm:bottom-[calc(max(var(--keyboard,0px),var(--bar-bottom))+var(--bar,0px))] max-sm:z-10 max-[22rem]:gap-x-0 max-[22rem]:px-2">
        <WritingBar field={field} text={value} />
        <div className="ms-auto flex flex-wrap items-center justify-end gap-x-2 gap-y-1 max-[22rem]:gap-x-1">
          <InsertTools
            text={value}
            networks={networks}
            hasFields={hasFields}
            disabled={isWriting || isSending}
            onInsert={insert}
            onDone={() => area.current?.focus()}
          />
          <TagCount text={value} networks={networks} />
          <span className={hasFields ? 'max-sm:hidden' : 'max-[22rem]:hidden'}>
            <CopyButton
              text={value}
              label={field === 'message' ? 'Copy message' : `Copy the ${nameOf(field)}`}
            />
          </span>
          <CharacterCount length={sentLength} limit={limit} />
        </div>
      </div>
    </div>
  )
}

const Warnings = ({ warnings }: { warnings: readonly string[] }) => (
  <div role="status" className="grid gap-1 px-4 pb-2 empty:hidden">
    {warnings.map(warning => (
      <FieldWarning key={warning}>{warning}</FieldWarning>
    ))}
  </div>
)

function cutWarning(cut: number, limit: number, [network]: readonly NetworkId[]): string {
  const name = network ? allNetworks[network].name : 'This network'
  const rest = cut === 1 ? 'The last character was' : `The last ${formatNumber(cut)} characters were`
  return `${name} takes ${formatNumber(limit)} characters. ${rest} left out.`
}

const NOT_COPIED = 'Your browser didn’t let us copy. Select the text and copy it by hand.'

function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(0)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(setCopied, COPY_TICK_MS, 0)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    if (await withErrorToast(NOT_COPIED, () => navigator.clipboard.writeText(text))) setCopied(Date.now())
  }

  const Icon = copied ? Check : Copy
  return (
    <IconButton label={copied ? 'Copied' : label} icon={<Icon />} disabled={text === ''} onClick={copy} />
  )
}

/** Share of a limit from which a phone shows the count. */
const COUNTED_FROM = 0.8

/** Numbers of hashtags and mentions, with the strictest limits of the networks. */
function TagCount({ text, networks }: { text: string; networks: readonly NetworkId[] }) {
  const { hashtags, mentions } = countTags(text)
  const limit = tagLimit(networks)
  const counts = [
    { count: hashtags, noun: 'hashtag', limit: limit?.hashtags },
    { count: mentions, noun: 'mention', limit: limit?.mentions },
  ].filter(({ count }) => count > 0)
  if (counts.length === 0) return null
  const isNearLimit = counts.some(({ count, limit }) => limit !== undefined && count >= limit * COUNTED_FROM)
  return (
    <p className={`ms-auto text-xs text-soft tabular-nums ${isNearLimit ? '' : 'max-sm:sr-only'}`}>
      {counts.map(describe).join(' · ')}
    </p>
  )
}

/** Returns '3/30 hashtags'. */
const describe = ({ count, noun, limit }: { count: number; noun: string; limit: number | undefined }) =>
  limit === undefined ? plural(count, noun) : `${count}/${limit} ${noun}s`

const FormatBar = lazyPart(async () => (await import('./FormatBar.tsx')).FormatBar)

const loadMenus = () => import('./InsertMenus.tsx')
const HashtagSets = lazyPart(async () => (await loadMenus()).HashtagSets, {
  Fallback: () => <SkeletonRows rows={1} label="Loading hashtag sets" />,
})
const EmojiPicker = lazyPart(async () => (await loadMenus()).EmojiPicker, {
  Fallback: () => <SkeletonRows rows={4} label="Loading emoji" />,
})
const FieldMenu = lazyPart(async () => (await loadMenus()).FieldMenu, {
  Fallback: () => <SkeletonRows rows={3} label="Loading fields" />,
})

const BUTTON = 'btn btn-ghost btn-square btn-sm pointer-coarse:size-11'

type InsertToolsProps = {
  text: string
  networks: readonly NetworkId[]
  /** True for users of several businesses. */
  hasFields: boolean
  disabled: boolean
  /** `isWord` separates the text from its neighbours. */
  onInsert: (text: string, isWord: boolean) => void
  onDone: () => void
}

function InsertTools({ text, networks, hasFields, disabled, onInsert, onDone }: InsertToolsProps) {
  const insertWith = (close: () => void) => (inserted: string, isWord: boolean) => {
    onInsert(inserted, isWord)
    close()
    onDone()
  }
  return (
    <div className="flex">
      <InsertTool
        label="Hashtag sets"
        icon={Hash}
        disabled={disabled}
        className="max-h-[60dvh] w-96 max-w-[calc(100vw-1.5rem)]"
      >
        {close => (
          <HashtagSets text={text} networks={networks} onInsert={tags => insertWith(close)(tags, true)} />
        )}
      </InsertTool>
      {hasFields && (
        <InsertTool
          label="Fields"
          icon={Braces}
          disabled={disabled}
          className="w-80 max-w-[calc(100vw-1.5rem)]"
        >
          {close => <FieldMenu onPick={field => insertWith(close)(field, false)} />}
        </InsertTool>
      )}
      <InsertTool
        label="Emoji"
        icon={Smile}
        disabled={disabled}
        className="h-88 max-h-[60dvh] w-80 max-w-[calc(100vw-1.5rem)] overflow-hidden! p-0!"
      >
        {close => (
          <EmojiPicker onPick={(emoji, stays) => (stays ? onInsert : insertWith(close))(emoji, false)} />
        )}
      </InsertTool>
    </div>
  )
}

type InsertToolProps = {
  label: string
  icon: LucideIcon
  disabled: boolean
  className: string
  children: (close: () => void) => ReactNode
}

const InsertTool = ({ label, icon: Icon, disabled, ...panel }: InsertToolProps) => (
  <Popover
    inPortal
    label={label}
    tip={label}
    trigger={<Icon className="size-4" />}
    button={{ 'aria-label': label, className: BUTTON, disabled }}
    {...panel}
  />
)

const LABELS: Record<CaptionChange, string> = { shorter: 'Shorter', longer: 'Longer', rephrase: 'Rephrase' }

/** Returns 'message' or 'Facebook message'. */
const nameOf = (field: MessageField) => (field === 'message' ? field : `${allNetworks[field].name} message`)

function WritingBar({ field, text }: { field: MessageField; text: string }) {
  const ai = useStore($hasAi)
  const writing = useStore($writing)
  const canUndo = lastStep(useStore($aiSteps)[field], text) !== undefined
  const announcement = useStore($announcements)[field]
  const byAi = isByAi(text, useStore($aiTexts))
  const generate = useRef<HTMLButtonElement>(null)
  const here = writing?.field === field

  // Returns the focus from Stop, which disappears when the text is complete.
  useLayoutEffect(() => {
    if (!here && document.activeElement === document.body) generate.current?.focus()
  }, [here])

  if (ai.data === false) return <p className="text-xs text-soft">{CAPTION_MESSAGES.unavailable}</p>
  const change = here ? writing.change : undefined
  const blocked = writing !== undefined || text === ''
  return (
    <div
      role="group"
      aria-label={`AI for the ${nameOf(field)}`}
      className="flex flex-wrap items-center gap-1.5"
    >
      <Button
        ref={generate}
        small
        icon={<Sparkles className="size-3.5" />}
        busy={here && !change}
        disabled={blocked && !here}
        onClick={() => void writeInto(field)}
      >
        <span>
          <span className="@max-xl:sr-only">Generate with </span>AI
        </span>
      </Button>
      {here && (
        <Button
          small
          variant="quiet"
          icon={<Square className="size-3 fill-current" />}
          onClick={() => {
            stopWriting()
            generate.current?.focus()
          }}
        >
          Stop
        </Button>
      )}
      {(change || (byAi && !here)) &&
        CAPTION_CHANGES.map(each => (
          <Button
            key={each}
            small
            variant="quiet"
            busy={change === each}
            disabled={blocked && change !== each}
            onClick={() => void writeInto(field, each)}
          >
            {LABELS[each]}
          </Button>
        ))}
      {!here && canUndo && (
        <Button
          small
          variant="quiet"
          icon={<Undo2 className="size-3.5" />}
          onClick={() => {
            undoWriting(field)
            generate.current?.focus()
          }}
        >
          Undo
        </Button>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}
