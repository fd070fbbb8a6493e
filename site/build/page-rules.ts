import postcss, { type AtRule, type ChildNode, type Container, type Document, type Root } from 'postcss'

import { elementsOf } from './page-elements.ts'

/** Skips the fallbacks of Tailwind and daisyUI for browsers without these features, which we require anyway. */
const MIXES_COLOURS = '(color:color-mix(in lab, red, red))'
const FALLBACKS_LAYER = 'properties'

/** Returns the rules of a style sheet that these elements and scripts can need, with its layers in order. */
export function rulesFor(html: string, scripts: string, css: string): string {
  const matches = elementsOf(html, scripts)
  const sheet = postcss.parse(css)
  const order = layersOf(sheet)
  sheet.walkComments(comment => void comment.remove())
  sheet.walkAtRules('layer', layer => void (layer.params === FALLBACKS_LAYER && layer.remove()))
  sheet.walkAtRules(
    'supports',
    rule => void (rule.params === MIXES_COLOURS && rule.replaceWith(rule.nodes ?? [])),
  )
  sheet.walkRules(rule => {
    if (isWithin(rule, ['keyframes']) || rule.parent?.type === 'rule') return
    const selectors = rule.selectors.filter(matches)
    if (selectors.length > 0) rule.selectors = selectors
    else rule.remove()
  })
  dropUnusedProperties(sheet, scripts)
  dropUnusedKeyframes(sheet)
  dropEmpty(sheet)
  return (order.length > 0 ? `@layer ${order.join()};` : '') + sheet.toString()
}

function layersOf(sheet: Root): string[] {
  const names = new Set<string>()
  sheet.walkAtRules('layer', layer => {
    const above = ancestorsOf(layer).filter(({ name }) => name === 'layer')
    for (const name of layer.params.split(','))
      names.add([...above.map(({ params }) => params).toReversed(), name.trim()].join('.'))
  })
  return [...names]
}

const isWithin = (node: ChildNode, names: string[]) =>
  ancestorsOf(node).some(({ name }) => names.includes(name))

function ancestorsOf(node: ChildNode): AtRule[] {
  const found: AtRule[] = []
  for (let above: Container | Document | undefined = node.parent; above; above = above.parent)
    if (above.type === 'atrule') found.push(above as AtRule)
  return found
}

/** Drops properties that only unused properties mention, too. */
function dropUnusedProperties(sheet: Root, scripts: string) {
  for (let dropped = true; dropped;) {
    dropped = false
    const used = new Set(
      [...(sheet.toString() + scripts).matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name),
    )
    const drop = (name: string, node: ChildNode) => {
      if (used.has(name)) return
      node.remove()
      dropped = true
    }
    sheet.walkDecls(/^--/, declaration => drop(declaration.prop, declaration))
    sheet.walkAtRules('property', rule => drop(rule.params, rule))
  }
}

function dropUnusedKeyframes(sheet: Root) {
  const played = new Set<string>()
  sheet.walkDecls(/^(--animate|animation)/, ({ value }) => {
    for (const word of value.match(/[\w-]+/g) ?? []) played.add(word)
  })
  sheet.walkAtRules('keyframes', rule => void (played.has(rule.params) || rule.remove()))
}

function dropEmpty(container: Container) {
  container.each(node => {
    if (!('nodes' in node) || !node.nodes) return
    dropEmpty(node)
    if (node.nodes.length === 0) node.remove()
  })
}
