import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

const ENTITIES: Record<string, string> = {
  '&#x27;': "'",
  '&quot;': '"',
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
}

/** Renders a component with the stores' current values. Returns its markup, and its text in one line. */
export function rendered(element: ReactElement) {
  const markup = renderToStaticMarkup(element)
  const text = markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(#x27|quot|lt|gt|amp);/g, entity => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return { markup, text }
}
