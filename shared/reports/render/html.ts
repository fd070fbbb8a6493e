const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Markup whose texts are escaped. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

type Value = string | number | Html | readonly Html[] | false | null | undefined

/** Tagged template that escapes every value except markup. */
export const html = (strings: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(
    strings.map((text, index) => text + (index < values.length ? markupOf(values[index]) : '')).join(''),
  )

function markupOf(value: Value): string {
  if (value === false || value === null || value === undefined) return ''
  if (value instanceof Html) return value.markup
  if (typeof value === 'object') return value.map(({ markup }) => markup).join('')
  return String(value).replaceAll(/[&<>"']/g, character => ESCAPES[character] ?? character)
}
