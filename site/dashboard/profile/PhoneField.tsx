import { type ChangeEvent, useRef } from 'react'
import { usePhoneInput } from 'react-international-phone'

import { Field } from '#site/ui/fields/Field.tsx'
import { CountryPicker } from './CountryPicker.tsx'
import { countryOf, exampleNumber, underCountry, withDialCode } from './phone.ts'

export type PhoneFieldProps = {
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

/** A phone number, formatted for its country while typing. */
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
              const moved = underCountry(mobile, country.dialCode, countryOf(iso2)?.dialCode ?? '')
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
