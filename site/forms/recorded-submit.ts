import '#site/lib/translated-texts.ts'
import { type RefObject, useEffect } from 'react'

/** Returns the island that the element is part of, or null in the dashboard. */
export const islandOf = (place: RefObject<HTMLElement | null>) =>
  place.current?.closest<HTMLElement>('astro-island') ?? null

/** Marks this form's island as loaded, and sends a submit that came earlier. */
export function useRecordedSubmit(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const island = islandOf(form)
    if (!island) return
    island.dataset.arrived = ''
    if (island.dataset.submitted === undefined) return
    delete island.dataset.submitted
    form.current?.requestSubmit()
  }, [form])
}
