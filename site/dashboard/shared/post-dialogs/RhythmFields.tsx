import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'

import { networkNames } from '#shared/format-list.ts'
import { type NetworkId, networks as allNetworks } from '#shared/networks.ts'
import { capitalised } from '#shared/plural.ts'
import { messageProblem, strictestLength } from '#shared/posts/captions.ts'
import { textFor, type TextRules } from '#shared/posts/fields.ts'
import { proposedRepeat, WEEKLY, RHYTHM_MESSAGES } from '#shared/posts/rhythm.ts'
import { type Repeat, describeRhythm, MAX_TEXTS } from '#shared/posts/series.ts'
import { Button } from '#site/ui/Button.tsx'
import { CharacterCount } from '#site/ui/fields/CharacterCount.tsx'
import { SelectField, TextField, TextArea } from '#site/ui/fields/Field.tsx'
import { FieldWarning } from '#site/ui/fields/FieldWarning.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'

const RHYTHMS: readonly Omit<Repeat, 'until'>[] = [
  WEEKLY,
  { every: 'week', interval: 2 },
  { every: 'month', interval: 1 },
]

type RhythmFieldsProps = {
  /** Day of the first post. */
  day: string
  repeat: Repeat | null
  /** Label of the option not to repeat the post, if any. */
  none?: string
  error: string | undefined
  onChange: (repeat: Repeat | null) => void
}

export function RhythmFields({ day, repeat, none, error, onChange }: RhythmFieldsProps) {
  const isOther = repeat && !RHYTHMS.some(each => describeRhythm(each) === describeRhythm(repeat))
  const rhythms = isOther ? [...RHYTHMS, repeat] : RHYTHMS

  function choose(value: string) {
    const rhythm = rhythms.find(rhythm => describeRhythm(rhythm) === value)
    onChange(rhythm ? { ...proposedRepeat(day, rhythm), ...(repeat && { until: repeat.until }) } : null)
  }

  return (
    <div className="grid gap-3 @md:grid-cols-2">
      <SelectField
        label="Repeat"
        {...(none && { placeholder: none })}
        choices={rhythms.map(rhythm => ({
          value: describeRhythm(rhythm),
          label: capitalised(describeRhythm(rhythm)),
        }))}
        value={repeat ? describeRhythm(repeat) : ''}
        onChange={event => choose(event.target.value)}
      />
      {repeat && (
        <TextField
          label="Until"
          type="date"
          required
          min={day}
          value={repeat.until}
          {...(error && { error })}
          onChange={event => onChange({ ...repeat, until: event.target.value })}
        />
      )}
    </div>
  )
}

type FurtherTextsProps = {
  texts: readonly string[]
  /** Number of the first further text. */
  from?: number
  networks: readonly NetworkId[]
  rules: TextRules
  /** Error message such as 'Text 2: Please enter a message.' */
  error: string | undefined
  onChange: (texts: string[]) => void
}

const focus = (element: HTMLElement | null) => element?.querySelector('textarea')?.focus()

/** Fields for the texts that take turns with a repeated post's own. */
export function FurtherTexts({ texts, from = 2, networks, rules, error, onChange }: FurtherTextsProps) {
  const [isAdding, setIsAdding] = useState(false)
  const add = useRef<HTMLButtonElement>(null)
  const refusing = networks.filter(network => allNetworks[network].refusesRepeats)

  function remove(index: number) {
    setIsAdding(false)
    onChange(texts.toSpliced(index, 1))
    requestAnimationFrame(() => add.current?.focus())
  }

  return (
    <div className="grid grid-cols-1 gap-3">
      {texts.map((text, index) => {
        const number = index + from
        const mistake = error?.startsWith(RHYTHM_MESSAGES.ofText(number, '')) ? error : undefined
        return (
          <div key={index} ref={isAdding && index === texts.length - 1 ? focus : undefined}>
            <FurtherText
              number={number}
              text={text}
              networks={networks}
              rules={rules}
              error={mistake}
              onChange={changed => onChange(texts.with(index, changed))}
              onRemove={() => remove(index)}
            />
          </div>
        )
      })}
      {texts.length === 0 && from === 2 && refusing.length > 0 && (
        <div role="status">
          <FieldWarning>
            {networkNames(refusing)} {refusing.length === 1 ? 'refuses' : 'refuse'} the same post twice in a
            row. With another text, the two take turns.
          </FieldWarning>
        </div>
      )}
      {texts.length + from <= MAX_TEXTS && (
        <Button
          ref={add}
          small
          variant="quiet"
          className="-ms-1 justify-self-start"
          icon={<Plus />}
          onClick={() => {
            setIsAdding(true)
            onChange([...texts, ''])
          }}
        >
          Add another text
        </Button>
      )}
    </div>
  )
}

type FurtherTextProps = Pick<FurtherTextsProps, 'networks' | 'rules' | 'error'> & {
  number: number
  text: string
  onChange: (text: string) => void
  onRemove: () => void
}

/** Measures the text as each network gets it, with the business's fields and link tags. */
function FurtherText({ number, text, networks, rules, error, onChange, onRemove }: FurtherTextProps) {
  const sent = networks.map(network => ({ network, message: textFor(text, network, rules) }))
  const limit = Math.min(...networks.map(network => allNetworks[network].maxChars))
  const [problem] = sent.flatMap(({ network, message }) => messageProblem(network, message) ?? [])
  const shown = problem ?? error
  return (
    <div className="flex items-start gap-1">
      <div className="grow">
        <TextArea
          label={`Text ${number}`}
          value={text}
          rows={3}
          onChange={event => onChange(event.target.value)}
          className="field-sizing-content max-h-60 min-h-20 w-full"
          aside={
            networks.length > 0 && (
              <CharacterCount
                length={strictestLength(networks, text, network => textFor(text, network, rules))}
                limit={limit}
              />
            )
          }
          {...(shown && { error: shown })}
        />
      </div>
      <IconButton
        label={`Remove text ${number}`}
        tip="Remove"
        icon={<X className="size-4" />}
        onClick={onRemove}
      />
    </div>
  )
}
