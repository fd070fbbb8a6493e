import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

import type { Domain } from '#shared/businesses/domains.ts'
import { compareNames } from '#shared/text/compare-names.ts'
import { fold } from '#shared/text/fold.ts'
import { $businessNoun } from '#site/dashboard/shared/permissions.tsx'
import { SearchField } from '#site/ui/fields/SearchField.tsx'

/** Minimum number of businesses for a search field. */
const MIN_BUSINESSES = 8

export const findDomains = (domains: readonly Domain[], typed: string): Domain[] =>
  domains
    .filter(({ businessName }) => fold(businessName).includes(fold(typed).trim()))
    .toSorted((a, b) => compareNames(a.businessName, b.businessName))

/** Returns the props of `BusinessSearch`. `list` is the element that shows `found`; Arrow Down moves the focus into it. */
export function useBusinessSearch(domains: readonly Domain[]) {
  const [typed, onType] = useState('')
  const list = useRef<HTMLUListElement>(null)
  return { among: domains.length, found: findDomains(domains, typed), typed, onType, list }
}

type BusinessSearchProps = ReturnType<typeof useBusinessSearch> & { onChoose: (domain: Domain) => void }

/** Search field for businesses. Renders nothing if there are only a few. */
export function BusinessSearch({ among, found, typed, onType, onChoose, list }: BusinessSearchProps) {
  const { many } = useStore($businessNoun)
  const input = useRef<HTMLInputElement>(null)
  // A phone's keyboard would cover the list.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) input.current?.focus()
  }, [])
  function onKeyDown(event: KeyboardEvent) {
    const [first] = found
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      list.current?.querySelector('button')?.focus()
    } else if (event.key === 'Enter' && first && typed.trim() !== '') onChoose(first)
  }
  if (among < MIN_BUSINESSES) return null
  return (
    <>
      <SearchField
        ref={input}
        label={`Search ${many}`}
        className="input-sm pointer-coarse:min-h-11"
        value={typed}
        onKeyDown={onKeyDown}
        onSearch={onType}
      />
      <p role="status" className={found.length > 0 ? 'sr-only' : 'py-3 text-sm text-soft'}>
        {found.length > 0 ? `${found.length} found` : 'No name contains this.'}
      </p>
    </>
  )
}
