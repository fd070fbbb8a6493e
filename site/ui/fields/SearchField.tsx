import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'

import { classes } from '../classes.ts'

type SearchFieldProps = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  label: string
  onSearch: (text: string) => void
}

/** A search field whose label is its placeholder. */
export const SearchField = ({ label, className, onSearch, ...input }: SearchFieldProps) => (
  <label className={classes('input', className)}>
    <Search className="size-4 shrink-0 text-soft" />
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={100}
      {...input}
      onChange={event => onSearch(event.target.value)}
    />
  </label>
)
