import { ChevronDown } from 'lucide-react'
import { type ChangeEvent, useRef, type KeyboardEvent, useEffect, useId, useState } from 'react'
import { usePhoneInput } from 'react-international-phone'

import { COUNTRY_SEARCH_MS } from '#shared/timings.ts'
import { Field } from '#site/ui/fields/Field.tsx'
import { SearchField } from '#site/ui/fields/SearchField.tsx'
import { Dropdown } from '#site/ui/popovers/Dropdown.tsx'
import {
  countryOf,
  exampleNumber,
  replaceDialCode,
  withDialCode,
  type Country,
  searchCountries,
} from './phone.ts'

type PhoneFieldProps = {
  /** Digits, including the country's code. */
  mobile: string
  countryCode: string
  error: string | undefined
  onChange: (value: { mobile: string; countryCode: string }) => void
}

/** Matches the defaults of react-phone-input-2. */
const DEFAULT_MASK = '... ... ... ... ..'

/** Marks dictated and suggested text as pasted, because the picker drops other input with more than digits. */
function asPasted(event: ChangeEvent<HTMLInputElement>): ChangeEvent<HTMLInputElement> {
  const { nativeEvent } = event
  if (!(nativeEvent instanceof InputEvent) || (nativeEvent.data ?? '').length < 2) return event
  return {
    ...event,
    nativeEvent: new InputEvent('input', { inputType: 'insertFromPaste' }),
    preventDefault: () => event.preventDefault(),
  }
}

export function PhoneField({ mobile, countryCode, error, onChange }: PhoneFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const { inputValue, country, setCountry, handlePhoneValueChange } = usePhoneInput({
    defaultCountry: countryCode,
    value: mobile && `+${mobile}`,
    prefix: '+',
    defaultMask: DEFAULT_MASK,
    disableDialCodePrefill: true,
    inputRef: input,
    onChange({ phone, country: { iso2, dialCode } }) {
      const digits = phone.replaceAll(/\D/g, '')
      const next = { mobile: digits === dialCode ? '' : digits, countryCode: iso2 }
      if (next.mobile !== mobile || next.countryCode !== countryCode) onChange(next)
    },
  })

  return (
    <Field label="Phone" error={error}>
      {control => (
        <div className="flex gap-2">
          <CountryPicker
            chosen={country.iso2}
            onChoose={iso2 => {
              const moved = replaceDialCode(mobile, country.dialCode, countryOf(iso2)?.dialCode ?? '')
              setCountry(iso2)
              if (moved && mobile) onChange({ mobile: moved, countryCode: iso2 })
              input.current?.focus()
            }}
          />
          <input
            {...control}
            ref={input}
            name="mobile"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            placeholder={exampleNumber(country.iso2)}
            className="input"
            value={inputValue}
            onChange={event => {
              const text = withDialCode(event.target.value, inputValue, country)
              // Assigns only a different text, because assigning moves the caret.
              if (text !== event.target.value) event.target.value = text
              handlePhoneValueChange(asPasted(event))
            }}
          />
        </div>
      )}
    </Field>
  )
}

type Props = { chosen: string; onChoose: (iso2: string) => void }

function CountryPicker({ chosen, onChoose }: Props) {
  const country = countryOf(chosen)
  return (
    <Dropdown
      className="btn shrink-0 border-edge bg-raised px-3 font-normal"
      panelClassName="w-[min(20rem,calc(100vw-3rem))] p-2"
      trigger={
        <>
          <span className="sr-only">Country: {country?.name}</span>
          <span className="font-semibold">{chosen.toUpperCase()}</span>
          <span className="text-soft">+{country?.dialCode}</span>
          <ChevronDown className="size-4" />
        </>
      }
    >
      {close => (
        <CountryList
          chosen={chosen}
          onChoose={iso2 => {
            close()
            onChoose(iso2)
          }}
        />
      )}
    </Dropdown>
  )
}

function CountryList({ chosen, onChoose }: Props) {
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [query, setQuery] = useState('')
  const found = searchCountries(query)
  const [activeIndex, setActiveIndex] = useState(() =>
    Math.max(
      0,
      found.findIndex(({ iso2 }) => iso2 === chosen),
    ),
  )
  const active = found[activeIndex]

  useEffect(() => search.current?.focus(), [])

  useEffect(() => {
    if (typed === query) return
    const timer = setTimeout(() => {
      setQuery(typed)
      setActiveIndex(0)
    }, COUNTRY_SEARCH_MS)
    return () => clearTimeout(timer)
  }, [typed, query])

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [activeIndex, query])

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (step !== undefined)
      setActiveIndex(Math.min(Math.max(activeIndex + step, 0), Math.max(found.length - 1, 0)))
    else if (event.key === 'Enter' && active) onChoose(active.iso2)
    if (step !== undefined || event.key === 'Enter') event.preventDefault()
  }

  return (
    <div className="grid gap-2">
      <SearchField
        ref={search}
        role="combobox"
        label="Search for a country"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={active && `${id}-${active.iso2}`}
        placeholder="Search"
        value={typed}
        onSearch={setTyped}
        onKeyDown={onKeyDown}
      />
      {found.length > 0 && (
        <ul
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label="Countries"
          className="max-h-64 overflow-y-auto"
        >
          {found.map((country, index) => (
            <CountryOption
              key={country.iso2}
              id={`${id}-${country.iso2}`}
              country={country}
              active={index === activeIndex}
              onChoose={() => onChoose(country.iso2)}
            />
          ))}
        </ul>
      )}
      <p role="status" className="px-3 pb-2 text-sm text-soft empty:hidden">
        {found.length === 0 && 'No entries to show'}
      </p>
    </div>
  )
}

type OptionProps = { id: string; country: Country; active: boolean; onChoose: () => void }

const CountryOption = ({ id, country: { iso2, name, dialCode }, active, onChoose }: OptionProps) => (
  <li
    id={id}
    role="option"
    aria-selected={active}
    // Keeps the focus in the search box.
    onMouseDown={event => event.preventDefault()}
    onClick={onChoose}
    className="flex cursor-pointer items-baseline gap-3 rounded-field px-3 py-2 text-sm hover:bg-base-200 aria-selected:bg-base-200"
  >
    <span aria-hidden="true" className="w-6 shrink-0 text-xs font-semibold text-soft uppercase">
      {iso2}
    </span>
    <span className="min-w-0 grow">{name}</span>
    <span translate="no" className="text-soft tabular-nums">
      +{dialCode}
    </span>
  </li>
)
