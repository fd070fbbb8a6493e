import { selectOne } from 'css-select'
import { parse, SelectorType, type Selector } from 'css-what'
import { parseDocument } from 'htmlparser2'

const FIELD_PARTS = /^(placeholder|file-selector-button|-webkit-(calendar|date|inner|outer|search))/
/** Pseudo-classes whose arguments also select elements. */
const ABOUT_ELEMENTS = new Set(['is', 'where', 'matches', 'has'])
const COMBINATORS = new Set<string>([
  SelectorType.Adjacent,
  SelectorType.Child,
  SelectorType.ColumnCombinator,
  SelectorType.Descendant,
  SelectorType.Parent,
  SelectorType.Sibling,
])
const ANYTHING: Selector = { type: SelectorType.Universal, namespace: null }

/**
 * Returns a predicate that is true for a selector that can match an element of the page, in any state that a user or a
 * script may cause.
 */
export function elementsOf(html: string, scripts: string): (selector: string) => boolean {
  const page = parseDocument(html)
  const words = new Set(scripts.match(/[\w-]+/g))
  const hasFields = selectOne('input, select, textarea', page) !== null
  const matches = new Map<string, boolean>()

  return selector => {
    const known = matches.get(selector)
    if (known !== undefined) return known
    const possible = parse(selector).flatMap(loosen)
    const canMatch = possible.length > 0 && selectOne(possible, page) !== null
    matches.set(selector, canMatch)
    return canMatch
  }

  /** Drops the parts of a selector whose match may change over time. Returns nothing if it can never match. */
  function loosen(tokens: Selector[]): Selector[][] {
    const kept: Selector[] = []
    for (const token of tokens) {
      if (token.type === SelectorType.PseudoElement) {
        if (!hasFields && FIELD_PARTS.test(token.name)) return []
      } else if (token.type === SelectorType.Pseudo) {
        if (token.name === 'checked' && !hasFields) return []
        if (token.name === 'disabled' && !mayChange(token)) return []
        if (!ABOUT_ELEMENTS.has(token.name) || !Array.isArray(token.data)) continue
        const data = token.data.flatMap(loosen)
        if (data.length === 0) return []
        kept.push({ ...token, data })
      } else if (token.type !== SelectorType.Attribute || !mayChange(token)) kept.push(token)
    }
    return [withEveryCompound(kept)]
  }

  function mayChange({ name, value = '' }: { name: string; value?: string }): boolean {
    if (name === 'class') return words.has(value)
    if (name === 'id' || name === 'type') return false
    const property = name.replace(/^data-/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    return html.includes(` ${name}`) || words.has(name) || words.has(property)
  }
}

/** Inserts `*` where loosening left a combinator without a compound. */
function withEveryCompound(tokens: Selector[]): Selector[] {
  const whole: Selector[] = []
  let isOpen = true
  for (const token of tokens) {
    const isCombinator = COMBINATORS.has(token.type)
    if (isOpen && isCombinator) whole.push(ANYTHING)
    isOpen = isCombinator
    whole.push(token)
  }
  return isOpen ? [...whole, ANYTHING] : whole
}
